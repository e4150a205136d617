# needs: xmllint
echo "a;b 1" | flamegraph --pretty-xml >svg
xmllint --noout svg && grep -e '^    <svg' -e '^ *<g' -e '^ *<rect' -e '^ *<.g>' svg | cut -c 1-50
echo "a;b 1" | flamegraph | grep -c '^ .*<rect'
