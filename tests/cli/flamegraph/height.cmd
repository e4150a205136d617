printf 'a;b 1\n' | flamegraph --height 24 >svg
grep -o '<svg version.*viewBox="[^"]*"' svg | grep -o 'width.*'
grep -o 'translate(0,[0-9]*)' svg
grep -o '<rect.*height="[^"%]*"' svg
