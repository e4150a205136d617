# counts with decimals
printf 'main;a 0.25\nmain;b 9.75\n' >before
printf 'main;a 2.5\nmain;b 7.5\n' >after
diffreport before after; diffreport --format json before after | grep total_count
