# a terminal is not told what to do
printf 'ok 9\n\033[31mred\177 1\ncaf\351 90\n' >before
printf 'ok 90\n\033[31mred\177 9\ncaf\351 1\n' >after
diffreport --alpha 1 before after
