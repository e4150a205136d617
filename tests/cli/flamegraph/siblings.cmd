# Equal siblings are one frame, also where the bytes of the lines put others between them.
printf 'a;b 1\na;b#x 1\na;b;c 1\n' | flamegraph | grep -o '<title>.*</title>'
