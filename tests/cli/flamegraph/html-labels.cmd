# needs: gzip
printf '%s\n' '@time=0000.20;@cpu=0;@tid=7;a;b 1' '@time=0000.24;@cpu=1;@tid=7;a;b 2' '@tid=8;a;c 3' 'd 4' | flamegraph --html -o l.html
packed() { sed -n 's/.*data-encoding="gzip">\([^<]*\)<.*/\1/p' "$1" | base64 -d | gzip -dc | tail -c +5; }
packed l.html | grep -a -e '^"labels' -e '^"rows' -e '^"sets' -e '^"ends' -e '^"bin' -e '^"timedigits' -e '^"names' | LC_ALL=C sed 's/}[^}]*$//'
printf '%s\n' '@time=1;@tid=7;a;b 1' '@time=1;@tid=7;c;b 2' | flamegraph --html --reverse | packed - | grep -a -c '^"labels'
