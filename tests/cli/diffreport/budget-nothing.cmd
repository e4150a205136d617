# a budget for nothing is kept, and said
printf 'main;a 1\n' >a
diffreport --budget 'nosuch=+1' a a; echo "exit $?"
