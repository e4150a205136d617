# Comments, empty lines, line ends of Windows, blanks where they do not matter.
printf '# a comment 5\n\na;b 5\r\n  a;b   3  \na\t2\n 5\nno count\n' | flamegraph | grep -o '<title>.*</title>'
