# how sure is sure
printf 'main;a 100\nmain;b 900\n' >before; printf 'main;a 140\nmain;b 860\n' >after
for alpha in 0.01 0.05 1; do diffreport --alpha $alpha before after; done
