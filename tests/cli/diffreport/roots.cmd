# the name of the process is no function that vanished and none that is new
printf 'old;main;a 300\nold;main;b 700\n' >before; printf 'new;main;a 500\nnew;main;b 500\n' >after
diffreport before after; diffreport --keep-root before after 2>&1 | grep -c '  \(old\|new\)$'
printf 'w1;run;a 300\nw2;run;b 700\n' >before; printf 'w3;run;a 500\nw4;run;b 500\n' >after
diffreport --ignore-root before after | tail -n +5
printf 'old;main;a 310\nold;main;b 690\n' >again; printf 'old;main;a 300\nold;main;b 700\n' >before; printf 'new;main;a 600\nnew;main;b 400\n' >after
diffreport --before before --before again --after after
