# The class of a frame, with its colour.
for palette in hot mem io java js perl python rust wakeup chain red green blue yellow purple aqua orange; do
	echo "core::fmt::write 1" | flamegraph --colors $palette >svg
	class=$(sed -n 's/.*class="\(c[0-9]*\)"><title>core.*/\1/p' svg)
	echo "$palette" "$(grep -o "$class{.*" svg)"
done
