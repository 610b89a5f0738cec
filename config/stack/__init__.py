"""The embedded servers and the processes of one running stack. Nothing here needs Django."""
