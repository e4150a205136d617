printf '%s\n' '@cpu=1;a;a 1' '@cpu=2;a 2' 'a 4' >in
stackcollapse-recursive.pl in
inferno-collapse-recursive in
difffolded.pl in in
inferno-diff-folded in in
flamegraph.pl in | grep -c '@cpu=1'
inferno-flamegraph in | grep -c '@cpu=1'
