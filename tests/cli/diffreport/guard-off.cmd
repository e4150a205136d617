# weights: the first line says that the guard is off, in every format
printf 'main;a 94339112\nmain;b 300000007\n' >before
printf 'main;a 95339112\nmain;b 300000007\n' >after
diffreport before after
for format in markdown json; do diffreport --format $format before after | head -n 1; done
