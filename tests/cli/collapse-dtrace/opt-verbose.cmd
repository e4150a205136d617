# how many lines were passed over as a header
collapse-dtrace -v <"$CASES/row-01-long-header.in"
collapse-dtrace -v <"$CASES/row-01-no-header.in"
