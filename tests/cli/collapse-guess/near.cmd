# what a format's beginning looks like when little of it is there
run() { collapse-guess -j 1 2>&1; echo "exit $?"; }
printf 'a;b;; 50\n;a;b 20\na;b 10\n' | run
printf 'main;f; 50\nmain;g; 20\n' | run
printf 'CPU     ID                    FUNCTION:NAME\n  0  52174                        :tick-60s\n\n\n    Lcom/a/B;.run\n    4\n' | run
printf 'app 1/1 [000] 1.0:\n\tc1 a (/b)\n\n' | run
