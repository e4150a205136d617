# of old perf, and -F comm,tid,event,ip,sym,dso
printf '%s\n' 'java 20761 cycles:' 'ffffffff8104e1b7 native_write_msr_safe ([kernel.kallsyms])' '    7f0012 main (/usr/bin/a b)' '' | collapse-guess
