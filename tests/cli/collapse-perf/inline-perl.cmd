# the script shows what addr2line prints, untouched; an answer is kept for its address and module
mkdir fake
cat >fake/addr2line <<'END'
#!/bin/sh
echo "addr2line $*" >>calls
echo "0x$2"
case $2 in
1149) printf 'inner\na.c:3\nmiddle<int>(char; int)\na.c:7 (discriminator 2)\nleaf\na.c:12\n' ;;
0x5010) printf 'gone::far()\nb.c:7\n' ;;
5000) printf 'no line follows\n' ;;
*) printf '??\n??:0\n' ;;
esac
END
cat >fake/nm <<'END'
#!/bin/sh
echo "nm $*" >>calls
echo "                 U gone"
echo "0000000000005000 T gone"
echo "0000000000001140 T leaf"
END
chmod +x fake/*
for options in "" --context "--context --all --addrs"; do
	PATH=$PWD/fake:$PATH stackcollapse-perf.pl --inline $options "$CASES/inline-perl.in"
done
sort calls | uniq -c | sed 's/^ *//'
