# needs: script stty
printf 'main;work;a_function_with_a_long_name_that_is_cut_on_a_terminal_of_sixty_columns 3\nmain 1\n' >in
TERM=xterm COLUMNS=60 script -qec 'export-top in' /dev/null | tr -d '\r'
TERM=dumb script -qec 'export-top in' /dev/null | tr -d '\r'
TERM=xterm script -qec 'stty cols 50; export-top in' /dev/null | tr -d '\r'
TERM=xterm COLUMNS=60 script -qec 'export-top -o out in' /dev/null
cat out
