echo "a 1" | flamegraph --fonttype 'DejaVu Sans, serif' --fontsize 9.5 --fontwidth 0.7 >svg
grep -o 'text{font-family.*' svg
grep -o 'title{font-size.*' svg
grep -o '"font.*' svg
grep -o 'id="title".*y="[^"]*"' svg
