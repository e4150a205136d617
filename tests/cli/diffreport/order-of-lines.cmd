# nor does the order of lines
awk 'BEGIN { for (i = 0; i < 500; i++) print "main;f" i % 97 ";g" i % 31, i % 11 + 1 }' >before
awk 'BEGIN { for (i = 0; i < 500; i++) print "main;f" i % 89 ";g" i % 37, i % 13 + 1 }' >after
diffreport --top 0 --all before after | tail -n +4 >one
sort -r before >b; sort -k2n after >a; diffreport --top 0 --all b a | tail -n +4 | cmp - one
