# needs: python3
# stacks of as many frames as the kernel keeps are counted, by the limit that the recording had; what is beyond is left out
. "$CASES/recording-forms.sh"
shorten() # of stacks, the number of frames
{
	while read -r stack count; do
		case $stack in
		*\;*) echo "$(echo "$stack" | tr ';' '\n' | wc -l) frames: $count" ;;
		*) echo "$stack $count" ;;
		esac
	done
}
for kind in deep deep-set deep-few; do
	forms $kind | shorten
done
collapse-perf --symfs root --list-events deep.data
python3 "$CASES/../../system/recordings/stacks.py" .
collapse-perf --no-header --no-inline --symfs x86_64 deep.data | shorten
