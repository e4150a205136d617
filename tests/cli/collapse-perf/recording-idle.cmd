# needs: python3
# --no-idle leaves out samples of idle processors, and says how many; never what runs outside of a pid namespace
. "$CASES/recording-forms.sh"
mkdir -p root/opt
forms idle --kallsyms kallsyms
forms idle --kallsyms kallsyms --no-idle
forms idle --kallsyms kallsyms --no-idle --all --pid
forms idle --kallsyms kallsyms --no-idle --labels pid,comm
forms idle --kallsyms kallsyms --no-idle --skip-after handle_irq
forms idle --kallsyms kallsyms --no-idle --event-filter 'cyc*'
forms idle-inside --kallsyms kallsyms --no-idle
echo "== the kernel has no names, or stacks are missing: all of process 0, but not in a namespace"
forms idle --no-idle
forms idle-flat --kallsyms kallsyms --no-idle
forms idle-inside --no-idle --labels pid,comm
forms idle-inside-flat --kallsyms kallsyms --no-idle --pid
forms outside --no-idle
forms outside-flat --no-idle
echo "== the header; live"
collapse-perf --symfs root --kallsyms kallsyms --no-idle idle.data 2>&1 | grep "^#"
collapse-perf --symfs root --no-idle idle.data 2>&1 | grep -e '^# ' -e idle
cat idle.pipe | collapse-perf --symfs root --kallsyms kallsyms --no-idle --live 100s 2>&1 | grep -v duration
cat idle.pipe | collapse-perf --symfs root --no-idle --live 100s 2>&1 | grep -v -e symbols -e duration
echo "== nothing is left"
collapse-perf --symfs root --kallsyms kallsyms --no-idle --pid-filter 0 --time 0,0.000000012 idle.data 2>&1
echo "== others"
collapse-perf --no-idle --idle idle.data 2>&1
collapse-perf --no-idle --list-events idle.data 2>&1
collapse-perf --no-header --idle --symfs root --kallsyms kallsyms idle.data 2>&1 | head -n 3
stackcollapse-perf.pl --no-idle idle.data 2>&1 | head -n 1
