# FILE:WEIGHT: shares are weighted, samples are what they were
printf 'main;a 100\nmain;b 900\n' >b1; printf 'main;a 300\nmain;b 700\n' >b2
printf 'main;a 203\nmain;b 797\n' >after
diffreport --all --before b1:3 --before b2 after
echo; diffreport --all --before b1:0.5 after
