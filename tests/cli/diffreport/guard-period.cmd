# a fixed period is found: the same as without it
printf 'main;a 20\nmain;b 81\n' >before; printf 'main;a 60\nmain;b 41\n' >after
sed 's/$/000/' before >before.period; sed 's/$/000/' after >after.period
diffreport before after | tail -n +4 >plain
diffreport before.period after.period >period; head -n 3 period
tail -n +4 period | diff plain - && echo same
