# needs: gzip
# one side may be standard input, and compressed
printf 'main;a 20\nmain;b 80\n' >before; printf 'main;a 60\nmain;b 40\n' | gzip >after.gz
diffreport before - <after.gz; diffreport - after.gz <before | head -n 3
