printf 'a\tg_extra=data-a=1 data-b="2 3" stray\n' >attrs
printf 'a;b 1\nc 3\n' | flamegraph --nameattr attrs >svg
grep -o '.*<title>.*' svg
grep -e '"titles"' -e '"links"' svg
true
