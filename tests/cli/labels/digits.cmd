printf '%s\n' '@time=1.12345678999;f 1' '@time=003.5;f 1' '@time=3.50;f 1' '@time=0;f 1' | collapse-filter
