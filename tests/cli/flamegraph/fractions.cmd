printf 'a 0.5\nb 2.25\n' | flamegraph >svg
grep -o '<title>.*</title>' svg
grep -o 'total_samples="[^"]*"' svg
grep -o '"total":.*' svg
grep -o '"scale":.*' svg
