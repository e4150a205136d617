printf 'main;read 3 5\nmain;new 0 2\nmain;old 4 0\n' | export-speedscope --name diff
