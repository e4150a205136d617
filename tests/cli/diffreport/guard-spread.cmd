# weights, but several files: the spread is enough
printf 'main;a 94339112\nmain;b 300000007\n' >b1; printf 'main;a 95339112\nmain;b 300001007\n' >b2
printf 'main;a 95839112\nmain;b 300000007\n' >b3; printf 'main;a 99839112\nmain;b 200000007\n' >after
diffreport --before b1 --before b2 --after b3; diffreport --before b1 --before b2 --after after
