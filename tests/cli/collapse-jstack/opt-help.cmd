stackcollapse-jstack.pl --help
