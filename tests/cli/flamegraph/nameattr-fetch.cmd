printf 'a\tg_extra=fill=url(x) filter="URL(y#z)" cursor=u\\72l(x) fill-opacity=0.5\nb\tg_extra=data-u="url(x)" ping=x transform=scale(1)\n' >attrs
printf 'a;b 1\nc 3\n' | flamegraph --nameattr attrs >svg
grep -o '.*<title>.*' svg
