# roots that call other functions, are several on a side, or are functions themselves, stay apart
pair() { printf '%b' "$1" >before; printf '%b' "$2" >after; difffolded before after; echo; }
pair 'old;main;a 1\n' 'new;run;a 1\n'
pair 'old;main;a 4\nold;x 5\n' 'new;main;a 1\n'
pair 'old;main;a 1\n' 'new;main;a 1\nnewer;main;a 1\n'
pair 'a 1\n' 'b 1\n'
printf 'p;f 1\nq;f 1\nr;f 1\ns;f 1\n' >all; difffolded --ignore-root all all
