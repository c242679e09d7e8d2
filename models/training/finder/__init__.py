"""Die finder: pieces of pictures with dice, training by ultralytics, and a comparison with the installed one."""
