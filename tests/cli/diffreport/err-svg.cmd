# needs: native
# flamegraph is missing, fails, or cannot write: no report
mkdir bin; cp "$(command -v diffreport)" bin/; printf 'main;a 5\n' >a
(PATH=/nowhere; bin/diffreport --svg x.svg a a); echo "exit $?"
touch bin/flamegraph; chmod +x bin/flamegraph
for command in 'exit 7' 'kill -9 $$'; do # who may be gone before it is written to
	printf '#!/bin/sh\n%s\n' "$command" >bin/flamegraph
	bin/diffreport --svg x.svg a a 2>err; echo "exit $?"; grep -v 'Broken pipe' err
done; rm err
diffreport --svg nowhere/x.svg a a; echo "exit $?"; ls
