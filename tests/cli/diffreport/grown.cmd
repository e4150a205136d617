# a parent grows from 20 to 60 through its child
printf 'main;parent 5\nmain;parent;child 15\nmain;other 80\n' >before
printf 'main;parent 5\nmain;parent;child 55\nmain;other 40\n' >after
diffreport before after
