# needs: xmllint
awk 'BEGIN { while (i++ < 1000000) printf "%s", "x"; print ";b 1" }' | flamegraph >svg
xmllint --huge --noout svg && echo well-formed
grep -o '<title>x*' svg | wc -c
grep -c '<text x=' svg
