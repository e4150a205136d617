printf 'main;work;hot 500\nmain;work 250\nmain;rare 1\nmain 249\n' >in
export-top --bars always in
export-top --bars always --columns 60 in
export-top --bars never in
COLUMNS=50 export-top --bars always in
COLUMNS=50 export-top in
COLUMNS=x export-top --bars always in
export-top --bars always --columns 20 in
export-top --bars always -f json in
echo "exit $?"
export-top --columns 90 -f csv in
echo "exit $?"
export-top --columns 5 in
