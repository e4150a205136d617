# Characters that break lines or turn text around, and are not seen, are stand-ins in messages.
name=$(printf 'a\342\200\250b\342\200\251c\342\200\256d\342\201\246e\342\200\213f\357\273\277g\342\200\214h')
flamegraph "$name" 2>&1
flamegraph -o "no/$name" /dev/null 2>&1
