# under the name of the script a half goes to the even neighbour, ours up
cat >in <<'END'
[{"ph":"X","pid":1,"tid":1,"ts":0,"dur":10,"name":"all"},
{"ph":"X","pid":1,"tid":1,"ts":1,"dur":0.5,"name":"half"},
{"ph":"X","pid":1,"tid":1,"ts":2,"dur":1.5,"name":"one and a half"},
{"ph":"X","pid":1,"tid":1,"ts":4,"dur":2.5,"name":"two and a half"},
{"ph":"X","pid":1,"tid":1,"ts":7,"dur":0.499,"name":"less"},
{"ph":"X","pid":1,"tid":1,"ts":8,"dur":0.501,"name":"more"},
{"ph":"X","pid":1,"tid":1,"ts":9,"dur":0.25,"name":"twice"},
{"ph":"X","pid":1,"tid":1,"ts":9.5,"dur":0.25,"name":"twice"}]
END
for tool in collapse-chrome-tracing stackcollapse-chrome-tracing.py "collapse-chrome-tracing --ns"; do
	echo "# $tool"
	$tool in
done
