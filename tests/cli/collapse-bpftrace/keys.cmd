printf '%s\n' '@x[a, 7, ' ' leaf' ' root' ', ' ' user' ', b, ' ' deep;er' '' ', c, 9]: 5' '@x[, a, b]: 45 trailing' '@x[]: 3' '@x[' ']: 9' '@x[' '    last+7, java]: 11' | collapse-bpftrace
