printf 'Weight\tSelf Weight\t\tSymbol Name\n1 ms  9%%\t18446744074 s\t \ta\n1 h  1%%\t99999999 h\t \tb\n1 h  1%%\t1 h\t \tc\n' | collapse-instruments
