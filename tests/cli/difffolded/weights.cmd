printf 'a 4\nb 0.5\n' >b; printf 'a 3\nb 2\n' >a
difffolded --before b:0.5 --after a:2 --after b:0.25
