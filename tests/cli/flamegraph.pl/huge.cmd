# needs: flamegraph.pl
# Displayed counts are doubles; sums are not.
printf 'a 239807672958951499\nb 129127208516546613\n' | flamegraph.pl | grep -o '<title>[^<]*' | cut -c8-
printf 'a 18446744073709551615\nb 1\n' | flamegraph.pl
