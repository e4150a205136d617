# needs: inferno-flamegraph
printf 'main\tclass="q class"\ttitle="t"\tg_extra=data-a=1 stray data-b="x y"\na\ta_extra=rel=r\n\nempty\n' >attrs
printf 'main;a 100\n' | inferno-flamegraph --hash --nameattr attrs | grep -o '.*<title>.*'
printf 'main;a 100\n' | inferno-flamegraph --nameattr nosuch
