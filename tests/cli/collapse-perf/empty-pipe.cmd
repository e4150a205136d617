# a pipe that nothing came from is named; not a file that is empty
true | collapse-perf; collapse-perf </dev/null; true | collapse-guess
