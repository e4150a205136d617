# under another parent: itself it is the same, its parents are not
printf 'main;left;work 50\nmain;left 10\nmain;right 40\n' >before
printf 'main;right;work 50\nmain;left 10\nmain;right 40\n' >after
diffreport before after
