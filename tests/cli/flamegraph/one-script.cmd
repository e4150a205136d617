# The script is the same bytes in every picture, and has no word for asking, sending or storing.
script() # OPTION... - of a picture
{
	flamegraph "$@" | sed -n '/^<script><!\[CDATA\[/,/]]><\/script>$/p'
}

printf 'a;b 1\nc 2\n' | script >script
for option in --inverted --flamechart --hash --markup=full '--title=</script>' '--notes=]]>' '--subtitle=x"y' \
	--countname=bytes --colors=java --search-color=#00ff00 --width=300; do
	printf '<script>;]]> 1\n"\\u0022 2\n' | script "$option" | cmp - script
done
printf 'a;b 1 2\n' | script | cmp - script
wc -l <script | awk '{ print ($1 > 20) }'
grep -o -i -w -e fetch -e XMLHttpRequest -e sendBeacon -e WebSocket -e EventSource -e Worker -e import -e Image \
	-e cookie -e localStorage -e sessionStorage -e indexedDB -e caches script
grep -c replaceState script
