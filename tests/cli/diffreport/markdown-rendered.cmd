# needs: cmark-gfm
# names come out of a renderer as they went in, and nothing else does
printf 'a|b*c*_d_`e`<b>@f#1:g:http://h.i/~~j~~[k](l)$m$\\|n 1\nrest 99\n' >before
printf 'a|b*c*_d_`e`<b>@f#1:g:http://h.i/~~j~~[k](l)$m$\\|n 99\nrest 1\n' >after
diffreport --format markdown --budget 'a.b=+1' --svg 'a|b*c*.svg' before after |
	cmark-gfm --unsafe -e table -e autolink -e strikethrough -e tagfilter
