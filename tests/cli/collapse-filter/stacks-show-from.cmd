printf '%s\n' 'a;b;c;b 1' 'a;c 2' 'b;d 4' | collapse-filter --show-from b
