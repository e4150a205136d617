# Names that begin and end alike share their colour.
printf 'readable 1\nreaxyzble 1\n' | flamegraph --hash | grep -o 'class="c[0-9]*"><title>rea[^ ]*'
printf 'readable 1\nreaxyzble 1\n' | flamegraph | grep -o 'class="c[0-9]*"><title>rea[^ ]*'
