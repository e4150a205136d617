# functions that are gone
printf 'main;old 60\nmain;gone 10\nmain;gone;child 30\n' >before
printf 'main;old 100\n' >after
diffreport before after
