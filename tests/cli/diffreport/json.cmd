# all columns; numbers are numbers
printf 'main;parent 5\nmain;parent;child 15\nmain;other 80\nmain;gone 30\n' >before
printf 'main;parent 5\nmain;parent;child 55\nmain;other 40\nmain;fresh 30\n' >after
diffreport --format json --fail-over 5 --budget 'child=+40' before after || echo "exit $?"
