"""The colours of the small pictures of boards: those to choose an edition by, and those of a link's preview."""

from __future__ import annotations

OUTSIDE = "#"
CORRIDOR, WALL, DOOR, STAIRS, POOL = "#efe1bd", "#33271b", "#f6d58a", "#8a6417", "#5fa8b8"
FRAMES = {"luxury": "#5b3a22", "anniversary": "#6d1f2c"}
"""Three editions share a board: their pictures differ in the frame, which is of wood, red, or the garden's green."""
GARDEN = "#2f5141"
FLOORS = ("#b9705c", "#7f9c74", "#d9ae69", "#8fa9b5", "#c69660", "#a8bf83", "#b58aa0", "#d8c08c", "#79a39a")
"""The floors of neighbouring rooms: beside each other all of them can be told apart."""
