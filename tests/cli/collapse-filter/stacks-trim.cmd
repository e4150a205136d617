printf '%s\n' '_start;libc_main;main;f;libc_x;g;libc_y;libc_z 1' 'libc_a;libc_b 2' >in
collapse-filter --trim-root '^_|^libc' in
collapse-filter --trim-leaf '^libc' --trim-root '^_' in
