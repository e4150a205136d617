printf ';a;\377\001"\\</x>\360\237\230\200\303;\355\262\200 18446744073709551615\n\t\\udc80;b 9007199254740993\n' |
	export-speedscope | sed -n '/shared/,/^]}/p; /weights/p'
