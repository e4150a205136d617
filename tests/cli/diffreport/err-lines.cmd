# lines that are none are said with file and line, the others are used; a file of such lines is wrong
printf 'main;a 1\nno count\nmain;b -3\nmain;c 1e3\nmain;d 9\n' >before; printf 'main;a 1\nmain;d 9\n' >after
diffreport before after; echo "exit $?"
printf 'what\nis this\n' >bad; diffreport bad after; echo "exit $?"
