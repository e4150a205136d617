# @[stack(), ustack()]: blank lines inside, the kernel's frames are the leaf's
for tool in collapse-dtrace inferno-collapse-dtrace; do
	$tool "$FIXTURES/dtrace/stack-ustack.txt"
done
