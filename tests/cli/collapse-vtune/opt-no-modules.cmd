for name in collapse-vtune inferno-collapse-vtune; do
	$name --no-modules "$FIXTURES/vtune/render-2019.csv" | grep -v "^#" | md5sum
done
collapse-vtune --no-modules "$FIXTURES/vtune/render-2019.csv"
