for i in $(seq 25); do echo "main;f$i $i"; done >in
export-top -n 2 in
export-top --top 1 -f markdown in
export-top --top 1 -f json in
export-top --top 1 -f csv in
export-top in | tail -n 2
export-top -f markdown in | tail -n 1
export-top -f json in | grep -c function
export-top -f csv in | grep -c .
export-top --top 0 in | grep -c %
