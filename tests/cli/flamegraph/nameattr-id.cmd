printf 'a\tid=one\nb\tid=frames\n' >attrs
printf 'a;b 1\nc 3\n' | flamegraph --nameattr attrs >svg
grep -o '.*<title>.*' svg
grep -e '"titles"' -e '"links"' svg
true
