printf '%s\n' 'a;b;c 1' 'a;c 2' 'b 4' >in
echo '== hide b'; collapse-filter --hide b in
echo '== show b or c'; collapse-filter --show b --show c in
echo '== hide and show'; collapse-filter --show '[ab]' --hide b in
