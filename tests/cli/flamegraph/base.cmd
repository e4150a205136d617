# Stacks begin at the last frame with one of the names; those without are dropped.
printf 'r;x;a 1\nr;x;b;y;c 2\nx;d 3\nr;y 4\nr;z 5\n' >in
flamegraph --base x --base y in | grep -o '<title>[^<]*' | cut -c8-
flamegraph --base x in | grep -o '<title>[^<]*' | cut -c8-
flamegraph --base y --reverse in | grep -o '<title>[^<]*' | cut -c8-
flamegraph --base x --flamechart in | grep -o '<title>[^<]*' | cut -c8-
flamegraph --base nosuch in >svg
echo $?
