echo 'a 1' >f
difffolded.pl; echo "exit $?"; difffolded.pl f; echo "exit $?"; difffolded.pl -h f f; echo "exit $?"
difffolded.pl -nx f f; echo "exit $?"; difffolded.pl --normalize f f; echo "exit $?"
difffolded.pl f f -n; echo "exit $?"; difffolded.pl -- f f
