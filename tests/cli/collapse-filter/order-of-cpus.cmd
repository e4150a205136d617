printf '@cpu=9;a 1\n@cpu=5x;b 1\n@cpu=10;a 1\n@cpu=!;b 1\n@cpu=0;a 1\n' | collapse-filter
