# a field of a profile, of a sample, of a type; groups; field 0; a number that is too long, one that is cut off
t="\\12\\4\\10\\0\\20\\0"
for bytes in "\\10\\1" "\\22\\5\\12\\1\\1\\30\\1" "\\12\\3\\12\\1\\1" "\\13" "\\74" "\\2\\1" \
	"\\110\\377\\377\\377\\377\\377\\377\\377\\377\\377\\2" "\\110\\200" "\\22\\5\\12" "\\60\\1"; do
	printf "$t$bytes" | collapse-pprof -q
done
