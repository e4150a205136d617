printf '%s\n' 'main;# 540' 'main;# a;b 3' 'main;#_a;b 4' 'main;#c 1' >stacks
collapse-filter --root-label '# host' stacks
echo '== without main'; collapse-filter --hide '^main$' stacks
echo '== what a picture shows'; collapse-filter --hide '^main$' stacks | flamegraph --text --columns 60
