"""Winning chances: how likely each seat is to win, from what each of them knows and where the pawns stand.

Reviews feed it what every seat really knew. A player may feed only its own view, and its idea of what the others know:
nothing here can see the secrets of a game.
"""
