echo 'a 1' >web-1.perf.folded
echo 'a 2' >web-2.folded
echo '== one each'; collapse-filter --root-label v1 --root-label 'v;2' web-1.perf.folded web-2.folded
echo '== by name'; collapse-filter --root-label 'host {}' ./web-1.perf.folded ./web-2.folded
echo '== of standard input'; collapse-filter --root-label all <web-2.folded
collapse-filter --root-label a --root-label b --root-label c web-1.perf.folded web-2.folded
