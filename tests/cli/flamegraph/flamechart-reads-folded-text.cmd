printf '%s\n' '#	5' '#' 'a;b 5' ';; 6' 'a;c 1.0000000001' | flamegraph --flamechart --text
