# flamegraph beside the program goes before that in PATH; without one, PATH
mkdir bin; cp "$(command -v diffreport)" bin/; printf '#!/bin/sh\ncat >/dev/null; echo beside\n' >bin/flamegraph
chmod +x bin/flamegraph; printf 'main;a 100\n' >a
bin/diffreport --svg x.svg a a | head -n 1
rm bin/flamegraph; bin/diffreport --svg x.svg a a | grep Graph; ls x.svg
