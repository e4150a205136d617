printf 'main;read 3\nmain 1\nmain;parse;read 2\nmain;read 4\n' | export-speedscope
