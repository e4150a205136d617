printf 'main;parse;read 5\nmain;parse 2\nmain;idle 4\nboot;init 1\n' >in
flamegraph --text --columns 60 --root bottom in
flamegraph --text --columns 60 --inverted in | head -n 1
flamegraph --text --columns 60 --reverse in
flamegraph --text --columns 60 --flamechart in
flamegraph --text --columns 60 --base parse in
flamegraph --text --columns 60 --total 24 in
flamegraph --text --columns 60 --depth 1 in
flamegraph --text --columns 60 --depth 2 --root bottom in
flamegraph --text --columns 60 --title Title --subtitle 'what it is' in
flamegraph --text --columns 60 --factor 0.5 --countname ms in | head -n 1
printf 'a_very_long_name_of_a_function_that_will_not_fit_here 1\n' | flamegraph --text --columns 40 --truncate-text-left
flamegraph --text --root bottom --inverted in
