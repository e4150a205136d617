printf 'a;b;a;b;a 3\na;b 1\na;a 2\n' | export-top
