# told
printf 'main;a 94339112\nmain;b 300000007\n' >before
printf 'main;a 144339112\nmain;b 300000007\n' >after
diffreport --period 100000.5 before after
