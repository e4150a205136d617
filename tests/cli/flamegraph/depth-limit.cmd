# needs: xmllint
# 65,536 frames are drawn, what is above them is cut off and said.
awk 'BEGIN { for (i = 0; i < 70000; i++) printf "%sf%d", i ? ";" : "", i; print " 3" }' >in
flamegraph in >svg 2>err
cut -c 1-70 err
grep -c '<title>f' svg
grep -o '"rows":[0-9]*' svg
xmllint --huge --noout svg
