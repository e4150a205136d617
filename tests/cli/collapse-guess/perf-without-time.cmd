# of old perf, and -F comm,tid,event,ip,sym,dso
printf '%s\n' 'java 19983 cycles:' 'ffffffff8103d0ca native_write_msr_safe ([kernel.kallsyms])' '    7f0012 main (/usr/bin/a b)' '' | collapse-guess
