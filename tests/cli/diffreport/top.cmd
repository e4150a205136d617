# lists are cut at --top; 0 shows all; without it at 10
awk 'BEGIN { for (i = 10; i < 23; i++) { print "f" i, 1000 + i; print "g", 7 } }' >before
awk 'BEGIN { for (i = 10; i < 23; i++) { print "f" i, 2 * i * i; print "g", 5 } }' >after
diffreport --top 2 before after
for top in 0 13 12; do diffreport --top $top before after | grep -c ' f[0-9]'; done
diffreport before after | grep 'and .* more'
