# needs: gzip
flamegraph --html --title 'A <b>' --subtitle 'x & y' "$FIXTURES/folded/plain.folded" >one.html
flamegraph --html --title 'A <b>' --subtitle 'x & y' --threads 3 <"$FIXTURES/folded/plain.folded" | cmp - one.html
grep -o -e '<title>.*</title>' -e '<!DOCTYPE.*' -e '<script[^>]*>' -e '<h1>.*</h1>' one.html
sed -n 's/.*data-encoding="gzip">\([^<]*\)<.*/\1/p' one.html | base64 -d | gzip -dc | tail -c +5 | sed -n '1,/^"delta"/p'
