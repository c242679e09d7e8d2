"""A finder of dice that ultralytics' trainer trains, to be measured beside the one that is shipped."""
