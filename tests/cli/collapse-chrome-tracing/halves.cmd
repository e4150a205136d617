cat >in <<'END'
[{"ph":"B","pid":1,"tid":1,"ts":0,"name":"a"},
{"ph":"B","pid":1,"tid":1,"ts":10,"name":"b"},
{"ph":"B","pid":1,"tid":1,"ts":20,"name":"c"},
{"ph":"E","pid":1,"tid":1,"ts":30,"name":"b"},
{"ph":"E","pid":1,"tid":1,"ts":35,"name":"unknown"},
{"ph":"E","pid":1,"tid":1,"ts":40},
{"ph":"E","pid":1,"tid":1,"ts":41},
{"ph":"E","pid":1,"tid":2,"ts":9,"name":"x"},
{"ph":"B","pid":1,"tid":2,"ts":2,"name":"x"}]
END
collapse-chrome-tracing <in
