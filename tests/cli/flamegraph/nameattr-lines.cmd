# Lines of a name add up, the last value counts; empty lines and unknown keys do not matter.
printf 'a\tid=x\n\nno tab\na\tclass="q"\tid=y\na\tcolour=red\nb_[k]\tid=kernel\nb\tid=user\n' >attrs
printf 'a;b_[k] 1\nc 3\n' | flamegraph --nameattr attrs | grep -o '.*<title>.*'
