# told, they count for half
printf 'main;a 94339112\nmain;b 300000007\n' >before
printf 'main;a 144339112\nmain;b 300000007\n' >after
diffreport --samples 4000,4400 before after; diffreport --samples 40,44 before after
