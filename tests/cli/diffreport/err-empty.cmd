# no stacks, no counts
printf '' >empty; printf 'main;a 0\n' >zero; printf 'main;a 1\n' >a
for file in empty zero /dev/null; do diffreport $file a; echo "exit $?"; diffreport a $file; echo "exit $?"; done
diffreport --filter nothing a a; echo "exit $?"
