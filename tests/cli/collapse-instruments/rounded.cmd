printf 'Weight\tSelf Weight\t\tSymbol Name\n1 ms  9%%\t0.4 ms\t \ta\n1 ms  9%%\t0.4 ms\t \ta\n1 ms  9%%\t0.4 ms\t \tb\n' | collapse-instruments
