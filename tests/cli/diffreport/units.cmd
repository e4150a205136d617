# counts with a unit are called by it, and are samples only if they can be
folded() { printf '# flambeau: unit=%s\n' "$1"; for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do echo "main;f$i $((i * $2))"; done; }
for unit in bytes faults samples ns us cycles; do
	folded $unit 16 >few; echo "== $unit"; diffreport few few | sed -n '1,3p'
done
folded ns 10101010 >many; echo == a period; diffreport many many | sed -n '2,3p'
folded faults 1 >ones; diffreport ones ones | sed -n '2,3p'
