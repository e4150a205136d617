# all stacks with a function that matches, each once; the last = divides
printf 'main;json_a;json_b 100\nmain;xml 100\nmain;a=b 100\nmain;rest 700\n' >before
printf 'main;json_a;json_b 140\nmain;xml 120\nmain;a=b 130\nmain;rest 610\n' >after
diffreport --budget '^json=+4' --budget 'xml|a=b=5' before after; echo "exit $?"
diffreport --budget '^json=+3.9' --budget 'xml|a=b=+4.99' before after | head -n 8
diffreport --budget '^json=+3.9' before after >/dev/null; echo "exit $?"
