cat >in <<'END'
{"other":[{"ph":"X"}],"traceEvents":[
{"ph":"X","pid":1,"tid":1,"ts":0,"dur":-5,"name":"negative"},
{"ph":"X","pid":1,"tid":1,"ts":0,"name":"no length"},
{"ph":"X","pid":1,"tid":1,"dur":3,"name":"no time"},
{"ph":"X","pid":1,"tid":1,"ts":0,"dur":1e30,"name":"endless"},
{"ph":"X","pid":1,"tid":1,"ts":0,"dur":0,"name":"nothing"},
{"name":"no kind"},
{"dur":"2.0006","ts":"-1.5","name":"a;\u00e9\u0000\n","tid":1,"pid":1,"ph":"X","args":{"name":{"x":[1]}}},
{"ph":"X","pid":1,"tid":1,"ts":-0.0004,"dur":0.0004,"name":""},
{"ph":"X","pid":[1],"tid":null,"ts":5,"dur":1,"name":5}
],"metadata":{"traceEvents":[]}}
END
collapse-chrome-tracing --ns <in
