# twice the time, the same shares
printf 'main;parent;child 15\nmain;other 85\n' >before
printf 'main;parent;child 30\nmain;other 170\n' >after
diffreport --alpha 1 before after
