# a module is an argument of a program, whatever it looks like; what is no file is not opened
mkdir fake dir
cat >fake/addr2line <<'END'
#!/bin/sh
for argument; do
	printf '<%s>' "$argument" >>calls
done
echo >>calls
cat
echo left on stderr >&2
END
cp fake/addr2line fake/nm
chmod +x fake/*
mkfifo fifo
cat >input <<'END'
app 1/1 [000] 1.0: 10 cycles:
	1000 a (--help)
	1000 b (@options)
	1000 c ($(touch shell); touch shell)
	1000 d (a "b" 'c' \)
	1000 e (dir)
	1000 f (fifo)
	1000 g (/dev/zero)
	1000 h ([heap])

END
PATH=$PWD/fake:$PATH stackcollapse-perf.pl --inline input
cat calls
ls
