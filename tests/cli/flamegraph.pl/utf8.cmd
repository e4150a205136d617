# needs: flamegraph.pl
# A line that is not UTF-8 is left out.
printf 'a;\377 100\nb;é 100\n' | flamegraph.pl | grep -o '<title>[^<]*' | cut -c8-
