# MODULE is the last bracket that stands alone
collapse-perf --addrs <"$CASES/grammar-4-inner-brackets.in" | tr ';' '\n'
