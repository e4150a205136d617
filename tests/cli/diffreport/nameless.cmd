# [unknown] fails no job by itself: not by points, not by times, not where a pattern matches it by accident
printf '# flambeau: unit=ns\nprog;main;run 900000000\nprog;[unknown] 51000000\nprog;[unknown]_[k] 49000000\n' >before
printf '# flambeau: unit=ns\nprog;main;run 900000000\nprog;[unknown] 451000000\nprog;[unknown]_[k] 149000000\n' >after
try() { diffreport "$@" before after >out; echo "exit $?"; sed -n '1p; /^- /p' out; }
try --fail-over 2
try --fail-over 390ms --exclude main
try --budget 'un=+2'
try --budget 'unknown=+2'
try --fail-over-total 5%
diffreport -f json --fail-over 2 before after | grep -o '"over_budget": true.*'
