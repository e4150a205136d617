# directories as frames; links are not followed, a file with two names counts once, empty ones are nothing
mkdir -p tree/sub tree/'a b;c'
printf 12345 >tree/five; printf 123 >tree/sub/three; printf 1 >tree/'a b;c'/é; : >tree/empty
ln tree/five tree/sub/again; ln -s /etc tree/link
sizes() { awk -F' ' '/(sub|c|tree) [0-9]+$/ { next } { print }'; }
echo '== own name'; collapse-files tree | sizes
echo '== parts of the path'; (cd tree && collapse-files ../tree//sub/ | sizes)
echo '== as files.pl writes names'; files.pl tree --xdev | sizes
