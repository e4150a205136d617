printf '# flambeau: snapshot=1\nold;a 5\n# flambeau: end=1\n# flambeau: snapshot=2\n# flambeau: unit=samples\nnew;b 7\nnew;c 1\n# flambeau: end=2\n' >s
flamegraph.pl s | grep -c '<title>'
inferno-flamegraph s 2>/dev/null | grep -c '<title>'
