# the first word is a program, and the other words are that program's
flambeau --generate=bash | grep -o -e "compgen -W 'collapse-" -e ' difffolded ' -e '_command_offset 1'
flambeau --generate=zsh | grep -o -e 'program:(collapse-' -e 'flamegraph-record ' -e '\*::.*'
flambeau --generate=fish | tail -n 2 | cut -c 1-58
