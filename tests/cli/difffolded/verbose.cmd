printf 'a 2\nb 3\n' >b; echo 'a 2' >a
difffolded -v -n --exclude b --before b:1.5 --after a
