# equal changes: what grew first, then by name
printf 'b 30\na 20\nd 30\nc 20\n' >before
printf 'b 20\na 30\nd 20\nc 30\n' >after
diffreport --alpha 1 before after
