printf 'Weight\tSelf Weight\t\tSymbol Name\n' >in
printf '1 s  9%%\t%s\t \t%s\n' '1.5 h' hours '2 min' minutes '3.25 s' seconds '4 ms' milli '5 us' micro '6 µs' micro '7 ns' nano '8 days' days '9x s' x >>in
collapse-instruments --unit ns in
