flamegraph --text "$FIXTURES/flamegraph/diff.folded"
flamegraph --text --diff-width both --diff-normalize --columns 60 "$FIXTURES/flamegraph/diff.folded"
flamegraph --text --diff-palette blue-orange --color-text 256 --columns 60 "$FIXTURES/flamegraph/diff.folded" | tr '\033' '^'
printf 'a 1 1\n' | flamegraph --text --columns 40
printf 'a 1 1\n' | flamegraph --text --columns 40 --colordiffusion --color-text 256 | tr '\033' '^'
