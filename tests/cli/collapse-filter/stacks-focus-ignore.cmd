printf '%s\n' 'a;b 1' 'a;c 2' 'a;b;c 4' >in
echo '== with b'; collapse-filter --focus b in
echo '== with b and c'; collapse-filter --focus b --focus c in
echo '== without b'; collapse-filter --ignore b in
echo '== with c, without b'; collapse-filter -q --focus c --ignore b in
echo '== nothing'; collapse-filter --focus x in
