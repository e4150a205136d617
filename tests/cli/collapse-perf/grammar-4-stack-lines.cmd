# [ADDRESS] SYMBOL [(MODULE)], whatever -F leaves out
collapse-perf --addrs <"$CASES/grammar-4-stack-lines.in" | tr ';' '\n'
