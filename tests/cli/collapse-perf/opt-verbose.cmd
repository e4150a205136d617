# says which event was kept, and that samples were not selected; may be repeated
for option in -v --verbose -vv '-v -v'; do
	collapse-perf $option --cpu 0 <<-'END'
	demo 100/101 [000] 1.5: 3 cycles:
	 40118a f (/tmp/demo)

	demo 100/101 [001] 1.6: 5 cycles:
	 40118b g (/tmp/demo)

	demo 100/101 [000] 1.7: 7 instructions:
	 40118b g (/tmp/demo)
	END
done
