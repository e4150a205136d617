collapse-guess --list | cut -d " " -f 1 | head -n 3
