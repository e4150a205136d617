#!/bin/sh
# SPDX-License-Identifier: MIT
# ctest: library.cli-@TOOL@ short cli NEEDS library !sanitizers EACH collapse-perf,flamegraph,difffolded RUN @here@/cli/run.py @made@/library/bin @TOOL@
# ctest: library.cli-@TOOL@ long cli sanitize TIMEOUT 3000 NEEDS library sanitizers EACH collapse-perf RUN @here@/cli/run.py @made@/library/bin @TOOL@
# ctest: library.cli-@TOOL@ LEAKS long cli sanitize TIMEOUT 3000 NEEDS library sanitizers EACH library_programs RUN @here@/cli/run.py @made@/library/bin @TOOL@
#
# cli.sh RUN BIN TOOL - the command line cases of a program by the library. Another outcome is right
# where a library has no terminal, handles no signal, and ends by abort() where memory is out: that is
# for its host. Its programs have no other names than their own.

set -u
run=${1:?usage: cli.sh RUN BIN TOOL}
bin=${2:?} tool=${3:?}

other='collapse-perf/err-4-gib-in-one-piece
collapse-perf/err-closed-pipe
collapse-perf/interrupted
collapse-perf/opt-debuginfod-signal
diffreport/svg-path
collapse-go/terminal
collapse-guess/names
export-top/terminal
diffreport/terminal
flamegraph/text-terminal'

out=$("$run" "$bin" "$tool" 2>&1)
failed=$(echo "$out" | sed -n 's/^FAILED \([^:]*\):.*/\1/p' | grep -vxF "$other")
if [ -n "$failed" ] || ! echo "$out" | grep -q '^[0-9]* passed'; then
	echo "$out"
	exit 1
fi
echo "$out" | tail -n 1
