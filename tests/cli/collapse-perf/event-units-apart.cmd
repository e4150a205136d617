# what only looks like one event: raw numbers, units of other devices, other modifiers, no unit
sample()
{
	printf 'prog 1/1 [000] 1.5: 10 %s:\n\t1000 work+0x1 (/bin/prog)\n\n' "$1"
}
show()
{
	echo "== $*"
	for event; do sample "$event"; done >in
	collapse-perf --header in 2>&1
}
show cpu_core/event=0x3c/ cpu_atom/event=0x3c/
show uncore_imc_0/cas_count_read/ uncore_imc_1/cas_count_read/
show cpu_core/cycles/u cpu_atom/cycles/k
show cpu_core/cycles/ cpu_atom/instructions/
show cycles cpu_core/cycles/
echo == and what is one
show armv8_cortex_a53/cycles/ armv8_cortex_a72/cycles/ armv8_cortex_a72/cycles/
show apple_icestorm_pmu/cycles/ apple_firestorm_pmu/cycles/
show cpu_core/cycles:ppp/ cpu_atom/cycles/ppp
show cpu_core/cycles/u cpu_atom/cycles/u cpu_lowpower/cycles/u
