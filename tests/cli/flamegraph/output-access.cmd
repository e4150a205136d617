# A file that is replaced keeps its mode; links stay and are written through, also those that dangle.
umask 022
echo 'main;a 1' >in
echo old >private && chmod 600 private
flamegraph -o private in && LC_ALL=C stat -c '%a %F' private
ln -s private one && mkdir folder && ln -s ../one folder/two
echo old >private
flamegraph -o folder/two in && LC_ALL=C stat -c '%a %F' private && LC_ALL=C stat -c %F one folder/two
head -c 5 private && echo
ln -s nothing dangling
flamegraph -o dangling in && LC_ALL=C stat -c '%a %F' nothing && LC_ALL=C stat -c %F dangling
ln -s circle circle
flamegraph -o circle in 2>message
echo $?
cut -d: -f1,2 message && rm message
ln -s /proc/self/fd/1 screen
{ echo before && collapse-filter -o screen in && echo after; } >stdout
cat stdout
ls
