# names that Markdown, HTML, tables, mentions and links would be made of
for n in 'a|b' '*bold*' '_it_' '`code`' '<img src=x onerror=alert(1)>' '@octocat' '#12' ':smile:' \
	'http://x.example/' 'www.x.example' '[link](y)' '$m$' 'b\s\|p' 'two  blanks' '&lt;' '~~x~~'; do
	printf '%s 101\n' "$n" >>before
	printf '%s 901\n' "$n" >>after
done
printf 'rest 15000\n\033[31mred 190\ncaf\351 190\n' >>before
awk 'BEGIN { while (n++ < 100) printf "long"; print " 190" }' >>before
diffreport --format markdown --top 0 before after
