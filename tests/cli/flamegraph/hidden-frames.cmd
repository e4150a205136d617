printf 'a;b;c 1\na;d 1999\n' >in
flamegraph in | grep -o 'hidden_frames="[^"]*"'
flamegraph --minwidth 1 -v in 2>&1 >svg
grep -o 'hidden_frames="[^"]*"' svg
grep -o '<title>.*</title>' svg
