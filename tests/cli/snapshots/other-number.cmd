printf '# flambeau: snapshot=1\na;b 1\n# flambeau: end=2\nx;y 1\n# flambeau: end=1\n' | collapse-filter
