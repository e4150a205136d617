echo 'main;f 1' >web-1.folded
echo '@host=x;@cpu=1;main;f 2' >web-2.folded
collapse-filter --add-label 'host={}' web-1.folded web-2.folded
collapse-filter --add-label 'host={}' --where host=web-2 web-1.folded web-2.folded
collapse-filter --add-label 'a b;c=d;e' web-1.folded
