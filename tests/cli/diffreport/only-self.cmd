# two functions change places: their totals are the same
printf 'a;b 90\nb;a 10\n' >before
printf 'a;b 10\nb;a 90\n' >after
diffreport before after
