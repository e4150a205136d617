# a string, a location, a mapping, a function that are not there; an id twice; no id; too few and too many values
t="\\12\\4\\10\\0\\20\\0"
for bytes in "\\72\\5x" "\\70\\1" "\\62\\0\\70\\1" "\\62\\1x" "\\22\\5\\12\\1\\1\\20\\1" "\\42\\4\\10\\1\\20\\3" \
	"\\42\\6\\10\\1\\42\\2\\10\\1" "\\42\\2\\10\\1\\42\\2\\10\\1" "\\42\\0" "\\22\\0" "\\22\\4\\20\\1\\20\\1" \
	"\\70\\377\\377\\377\\377\\377\\377\\377\\377\\377\\1"; do
	printf "$t$bytes" | collapse-pprof -q
done
