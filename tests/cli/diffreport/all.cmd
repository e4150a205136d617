# with --all what is noise, too
printf 'main;a 100\nmain;b 900\nmain;c 40\n' >before
printf 'main;a 107\nmain;b 800\nmain;c 140\nmain;d 1\n' >after
diffreport before after; diffreport --all before after
diffreport --all --format markdown before after | grep noise
diffreport --all --format json before after | grep -c '"noise": true'
