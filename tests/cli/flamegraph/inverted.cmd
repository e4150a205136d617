printf 'a;b 1\n' >in
flamegraph -i in >svg
grep -o 'id="title".*' svg
grep -o 'id="details".*' svg
grep -o 'id="frames" x="10" y="[0-9]*"' svg
grep -o 'translate(0,[0-9]*)' svg
grep -o '"inverted":.*' svg
flamegraph --inverted in | cmp - svg
