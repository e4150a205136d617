# needs: flamegraph.pl xmllint
# Safety wins over imitation: texts stay texts.
echo '<b>&"x 100' | flamegraph.pl --title '<i>&' --subtitle ']]>' --countname '<c>' --nametype '</script>' --fonttype '"}' >svg
xmllint --noout svg && grep -o '<title>[^<]*' svg | cut -c8-
grep -o 'id="[a-z]*title".*' svg
