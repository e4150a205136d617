# What a file is called, and what is in it, does not command the terminal that shows a message.
name=$(printf 'no\033[31m\302\233file')
flamegraph "$name" 2>&1
printf 'a\033]0;owned\007\302\2331m\177 none\n' >"$name"
flamegraph "$name" 2>&1 | head -n 1
printf 'a\033[2J 1\n' >in
flamegraph --nameattr "$name" in 2>&1 >svg
flamegraph -o "$name/out" in 2>&1
flamegraph --title in "--$name" 2>&1 | head -n 1
