# what heaptrack itself writes is not what is read, and heaptrack_print makes that of it
printf 'v 10500 3\nX ./program\nI 1000 5e2991\ns f ./program\n' >heaptrack.program.1.zst; collapse-heaptrack heaptrack.program.1.zst; echo $?
printf 'v 10400 3\nx f ./program\n' | collapse-guess; echo $?
