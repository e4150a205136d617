# One annotation is not shown, but decides the colour.
printf 'a_[k] 1\nb_[i]_[j] 1\n' | flamegraph --colors java >svg
grep -o '<title>.*</title>' svg
grep -o 'c[12]{fill.*' svg
