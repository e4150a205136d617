# SPDX-License-Identifier: MIT
# for the recordings of records.py: what they give, once for all of their forms

python3 "$CASES/../../system/recordings/records.py" .

# As a file and through a pipe, in both byte orders, on several threads.
forms() # NAME OPTION...
{
	name=$1
	shift
	echo "== $name $*"
	collapse-perf --no-header --symfs root "$@" $name.data >expected 2>expected.err
	cat expected
	sed "s/$name.data/RECORDING/" expected.err
	for form in $name.data $name.pipe $name-big.data $name-big.pipe; do
		for threads in 1 3; do
			collapse-perf --no-header --symfs root -j $threads "$@" $form >out 2>err
			sed "s/$name.data/$form/" expected.err | cmp -s - err && cmp -s expected out ||
				{ echo "$form, -j $threads differs:" && cat out err; }
			cat $form | collapse-perf --no-header --symfs root -j $threads "$@" >out 2>err
			sed "s/$name.data/standard input/" expected.err | cmp -s - err && cmp -s expected out ||
				{ echo "$form by a pipe, -j $threads differs:" && cat out err; }
		done
	done
}
