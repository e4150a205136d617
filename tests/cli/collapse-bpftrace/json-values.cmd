cat >in <<'EOF'
{"type": "attached_probes", "data": {"probes": 2}}
{"type": "stats", "data": {"@s": {"\n    a\u00e9+1\n,\"q\"\\": {"count": 2, "average": 3, "total": 6}, "\n b\n": -1}}}
{"type": "map", "data": {"@n": 5, "@s": {"comm,\n  f;g\n": 4, ",x": 3, "scalar": 8, "\n h\n": [1, 2]}}}
{"type": "hist", "data": {"@h": {"\n a\n": [{"min": 1, "count": 2}]}}}
{"type": "printf", "data": "]}\"@[\n"}
{"type": "map", "data": {"@s": {"\n cut\n": 1
EOF
collapse-bpftrace in
