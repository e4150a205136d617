# what bcc's profile prints: its heading is no stack; names that are bytes lose their marks
collapse-offcpu --no-header --strict <<'END'
Sampling at 49 Hertz of all threads by user + kernel stack... Hit Ctrl-C to end.
^C
    longest_match.isra.0+0x12
    b'do_syscall_64'
    -                iperf3 (58804)
        1

    b'audit_exit+0x5'
    --
    b'write'
    b"it's"
    -                b'app worker 1' (58990)
        3

END
echo "Sampling at 99 Hertz of PID 181 by user stack for 10 secs." | collapse-offcpu --strict
printf '%s\n' "Sampling at every 1000 events of all threads by kernel stack for 5 secs." "b'python3';main;b'f+0x1' 7" |
	collapse-offcpu --no-header --strict
printf '%s\n' '    a+0x1' '    -                x (1)' '        2' | collapse-offcpu --no-header --offsets
