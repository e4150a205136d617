# perf script -F ip,sym: paragraphs of stack lines
collapse-perf <"$CASES/grammar-5-stacks-alone.in"
