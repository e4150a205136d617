# a parent shrinks from 60 to 20 through its child
printf 'main;parent 5\nmain;parent;child 55\nmain;other 40\n' >before
printf 'main;parent 5\nmain;parent;child 15\nmain;other 80\n' >after
diffreport before after
