printf 'a\033[2J\007;\302\233x\377;\342\200\256y 9\n\t;z\r 1\n%s 4\n' '|_' | flamegraph --text --columns 40
