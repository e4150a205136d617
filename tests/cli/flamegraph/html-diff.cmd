# needs: gzip
printf 'a;b 1 2\na;c 3 0\nd 0 9\n' | flamegraph --html --diff-width both --negate -o d.html
sed -n 's/.*data-encoding="gzip">\([^<]*\)<.*/\1/p' d.html | base64 -d | gzip -dc | tail -c +5 | grep -a -e '^"d' -e '^"names' | cut -d] -f1
