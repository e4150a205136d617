# The name of all processes is that of the first by their names, whatever comes first in the files.
printf 'r4;f 4\nr2;f 2\nr1;f 1\nr3;f 3\n' >in
difffolded --ignore-root in in
sort in | difffolded --ignore-root - in
