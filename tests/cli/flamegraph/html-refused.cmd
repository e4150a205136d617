for option in text notes=x encoding=UTF-8 nameattr=/dev/null width=100 height=20 minwidth=1 fonttype=mono fontsize=9 fontwidth=0.5 bgcolors=blue random cp colordiffusion stroke-color=red uicolor=red flamechart total=9 markup=full no-javascript pretty-xml min-vanished=1; do
	echo 'a 1' | flamegraph --html "--$option" || echo "$? $option"
done
