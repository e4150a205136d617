printf 'main;read_[k] 2\nmain;java/lang/Object.wait 1\nmain 1\n' >in
for when in auto always never 256 truecolor; do
	COLORTERM= flamegraph --text --columns 60 --colors java --color-text $when in | tr '\033' '^'
done
COLORTERM=truecolor flamegraph --text --columns 60 --color-text always in | head -n 1 | tr '\033' '^'
NO_COLOR=1 COLORTERM=24bit flamegraph --text --columns 60 --color-text always in | head -n 1 | tr '\033' '^'
flamegraph --text --color-text sometimes in
