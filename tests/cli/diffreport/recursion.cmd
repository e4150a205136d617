# a function that calls itself counts once
printf 'main;walk;walk;walk 30\nmain;walk;leaf;walk 10\nmain;rest 60\n' >before
printf 'main;walk;walk;walk 70\nmain;walk;leaf;walk 10\nmain;rest 20\n' >after
diffreport before after
