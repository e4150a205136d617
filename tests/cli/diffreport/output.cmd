# -o writes a whole file
printf 'main;a 100\n' >a
diffreport -o report a a; diffreport a a | cmp - report; ls
