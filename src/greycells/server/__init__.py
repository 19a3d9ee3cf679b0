"""The server: tables that survive anything, and tell each viewer exactly what that viewer may know."""
