# needs: xmllint
# Control characters, markup, bytes that are not UTF-8: well-formed, and nothing but text.
printf 'a\001\033[31m;<script>alert(1)</script>;]]>&amp;"\047 7\n' >in
printf '\377\376;\300\200;\355\240\200;\357\277\276;x\0y 5\n--><!--;-->;\342\200\250 3\n' >>in
flamegraph --title '</text><script>' --subtitle ']]>' --notes '--><b>--' --nametype '</script>' \
	--countname '<!--' --fonttype '"}</style>' in >svg
xmllint --noout svg && echo well-formed
grep -c '<script' svg
grep -o '<!--.*' svg
grep -o '<text id=.*title".*' svg
grep -o '<title>.*</title>' svg
grep -o '"names".*' svg
