# several files a side: the spread between them is used
printf 'main;a 1000\nmain;b 9000\n' >b1; printf 'main;a 1010\nmain;b 8990\n' >b2
printf 'main;a 700\nmain;b 9300\n' >b3; printf 'main;a 1500\nmain;b 8500\n' >b4
printf 'main;a 1200\nmain;b 8801\n' >after
diffreport --before b1 --before b2 --after after
echo; diffreport --before b1 --before b2 --before b3 --before b4 --after after
echo; diffreport --before b1 --before b2 --after after --after after | head -n 3
