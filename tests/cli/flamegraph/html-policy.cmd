# needs: gzip
# The page may run its own scripts and use its own style, and nothing else, whatever the names are.
for name in '<b>' "'self' *; script-src *"; do
	printf '%s;x 1\n' "$name" | flamegraph --html --title "$name" >page
	grep -o '<meta [^>]*>' page | sed "s/sha256-[A-Za-z0-9+/]*=*/HASH/g"
	grep -o '<script[^>]*>' page
	grep -o -e ' src=' -e ' href=' -e '<form' -e '<iframe' page || echo 'nothing is asked for'
done
