printf 'a;--;b 1\na;-;c 1\n' | flamegraph --colors blue | grep -e 'c[0-9]*{fill' -e '<title>-' | sed 's/.*\.c/c/'
