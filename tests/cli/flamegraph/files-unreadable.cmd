echo "a 1" >one
flamegraph one nosuch two
