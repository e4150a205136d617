# needs: script stty
printf 'main;a 5\nmain;b 3\n' >in
TERM=xterm COLORTERM= script -qec 'stty cols 50; flamegraph --text in' /dev/null | tr '\033' '^' | tr -d '\r'
TERM=dumb script -qec 'stty cols 50; flamegraph --text in' /dev/null | tr -d '\r'
TERM=xterm NO_COLOR=1 script -qec 'stty cols 50; flamegraph --text in' /dev/null | tr -d '\r'
TERM=xterm NO_COLOR= COLORTERM=24bit COLUMNS=30 script -qec 'flamegraph --text in' /dev/null | tr '\033' '^' | tr -d '\r'
TERM=xterm script -qec 'stty cols 50; flamegraph --text -o out in; cat out' /dev/null | tr -d '\r'
