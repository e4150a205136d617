# the number of threads changes nothing
awk 'BEGIN { for (i = 0; i < 5000; i++) print "main;f" i % 97 ";g" i % 31, i % 11 + 1 }' >before
awk 'BEGIN { for (i = 0; i < 5000; i++) print "main;f" i % 89 ";g" i % 37, i % 13 + 1 }' >after
diffreport -j 1 --top 0 --all before after >one; diffreport -j 7 --top 0 --all before after | cmp - one
wc -l <one
