# functions that are new, one of them with a child
printf 'main;old 100\n' >before
printf 'main;old 60\nmain;fresh 10\nmain;fresh;child 30\n' >after
diffreport before after
