printf 'a;b 10 30\na;c 20 10\nold 5 0\nnew 0 5\n' | flamegraph >svg
grep -o '<title>.*</title>' svg
grep -o 'c[0-9]*{fill.*' svg
grep -o '^"before.*' svg
