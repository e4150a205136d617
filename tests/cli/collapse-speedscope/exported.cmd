printf ';a;\377\001"\\</x>\360\237\230\200\303;\355\262\200 18446744073709551615\n\t\\udc80;b 9007199254740993\n' >in
collapse-filter in >before
export-speedscope before >out.json
collapse-speedscope out.json | cmp - before && echo same
collapse-guess -q out.json | cmp - before && echo same
printf 'main;read 3\n' >one
printf 'main;read 0.25\n' >two
export-speedscope one two | collapse-speedscope
export-speedscope one two | collapse-speedscope --thread-names
