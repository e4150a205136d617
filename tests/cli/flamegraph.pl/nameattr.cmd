# needs: flamegraph.pl
# The last line of a name counts; an empty title is none; a_extra needs a link.
printf '\ttitle=whole\na\tid=x\na\tclass=y\tg_extra=data-k=1\tonclick=z\nb\ttitle=0\ta_extra=rel=r\nc\thref=u\ta_extra=rel=r\n' >attrs
printf 'a;b;c 100\n' | flamegraph.pl --nameattr attrs | grep -o '.*<title>.*'
echo "a 100" | flamegraph.pl --nameattr nosuch
echo $?
echo "no tab" >attrs
echo "a 100" | flamegraph.pl --nameattr attrs
