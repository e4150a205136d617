# joined already: said
printf 'main;a 1 2\nmain;b 3 4\n' >joined; printf 'main;a 1\n' >a
diffreport joined a >/dev/null; echo "exit $?"
