printf '%s\n' '@time=1;@cpu=1;main;f 1' '@time=2;@cpu=2;main;f 2' 'main;f 4' >in
export-top in
difffolded in in
COLUMNS=60 flamegraph --text in
flamegraph in | grep -c @cpu
