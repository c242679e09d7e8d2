"""Sources of pictures: a camera, a phone's stream, a video file, a folder of pictures; and the newest frame of one."""
