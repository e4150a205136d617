# What could be found is said where nothing was found in any file, and of all files.
printf 'a 1\n' >one
printf 'b 2\na 4\n' >two
collapse-filter --merge --focus b one two
collapse-filter --merge --focus x one two
