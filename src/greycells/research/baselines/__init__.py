"""Simple players to compare with: at random, and two that are written from what was published about them."""
