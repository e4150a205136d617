# every word is a file, also one that looks like an option
cp "$CASES/opt-includeoffset.in" ./--includeoffset
cp "$CASES/opt-includeoffset.in" ./-h
cp "$CASES/opt-includeoffset.in" ./--
stackcollapse.pl --includeoffset
echo "exit $?"
stackcollapse.pl -h | head -n 1
stackcollapse.pl -- | head -n 1
stackcollapse.pl --nosuch --help
echo "exit $?"
stackcollapse.pl - <./-h | head -n 1
