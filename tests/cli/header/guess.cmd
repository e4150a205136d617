# The format that was found writes its header; folded stacks keep theirs.
collapse-guess -q --header "$FIXTURES"/massif/* | grep '^#'
printf '# flambeau: unit=ns\na;b 1\n' | collapse-guess -q
