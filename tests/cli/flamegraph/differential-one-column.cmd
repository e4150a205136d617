# A line with one number did not change.
printf 'a 10 30\nb 7\n' | flamegraph | grep -o '<title>.*</title>'
