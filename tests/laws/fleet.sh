#!/bin/bash
# SPDX-License-Identifier: MIT
# ctest: law.fleet long law RUN @bin@
# ctest: law.fleet-ssh long law RUN @bin@ ssh
# ctest: law.fleet-slurm long law RUN @bin@ slurm
#
# fleet.sh BIN [ssh|slurm] - many recordings folded apart and merged give the bytes of one run: the recipes of
# flambeau-fleet(7), as they are typed there. By itself with GNU parallel and as map, sort and reduce; with
# ssh over an sshd of its own; with slurm by a cluster of one node, whose daemons it starts.

set -u
here=$(cd "$(dirname "$0")" && pwd)
bin=$(cd "${1:?usage: fleet.sh BIN [ssh|slurm]}" && pwd) || exit 2
part=${2-}
PATH=$bin:$PATH:/usr/sbin:/sbin
export LC_ALL=C

skip() # WHY
{
	echo "skipped: $1"
	exit 77
}

case $part in
slurm) programs="munged slurmctld slurmd sbatch sinfo" ;;
ssh) programs="parallel sshd ssh ssh-keygen" ;;
*) programs=parallel ;;
esac
for program in $programs; do
	command -v "$program" >/dev/null || skip "no $program"
done
parallel --version 2>/dev/null | grep -q "^GNU parallel" || [ "$part" = slurm ] || skip "no GNU parallel"

work=$(mktemp -d)
end() { :; }
trap 'end; rm -rf "$work"' EXIT
cd "$work" || exit 2
mkdir home recordings
export HOME=$work/home # GNU parallel keeps files there

failed=0
same() # WHAT FILE - all its stacks, without labels, are those of one run
{
	grep -v '^# flambeau: ' "$2" | collapse-filter -q --drop-label all >out
	cmp reference out && return
	failed=$((failed + 1))
	echo "FAILED: $1"
}

check() # WHAT COMMAND...
{
	local what=$1
	shift
	"$@" && return
	failed=$((failed + 1))
	echo "FAILED: $what"
}

recipe() # NAME - run it here
{
	local text
	text=$("$here/../docs/recipe.sh" "$here/../../man/flambeau-fleet.7" "$1") || exit 2
	bash -e -o pipefail -c "$text" 2>err && return
	failed=$((failed + 1))
	echo "FAILED: recipe $1"
	cat err
}

recordings() # COUNT - web1.perf and so on
{
	local fixtures=("$here"/../../fixtures/perf/{cxx-fp,gcc-fp,threads-fp,python-fp}.txt) i
	for ((i = 0; i < $1; i++)); do
		cp "${fixtures[i % 4]}" "recordings/web$((i + 1)).perf"
	done
	collapse-perf -q --no-header recordings/*.perf >reference
	[ -s reference ] || { echo "nothing comes out"; exit 1; }
}

here_alone()
{
	local file
	recordings 16
	cp recordings/*.perf .
	recipe parallel
	same "parallel" fleet.folded
	check "a graph" grep -q '</svg>' fleet.svg
	check "16 hosts" [ "$(grep -o '@host=[^;]*' fleet.folded | sort -u | wc -l)" -eq 16 ]
	recipe host
	check "hosts are told apart" grep -q "host=web1 .*others" hosts.txt
	check "a host is compared" [ -s web3.txt ]

	parallel --will-cite 'collapse-perf -q {} > {.}.folded' ::: ./*.perf
	rm fleet.folded
	parallel --will-cite -N 4 'collapse-filter --merge --sorted {} > merged-{#}' ::: ./web*.folded
	collapse-filter --merge --sorted merged-* >out2
	same "merged in steps" out2

	ls ./*.perf >names
	"$here/../docs/recipe.sh" "$here/../../man/flambeau-fleet.7" mapper >mapper
	chmod +x mapper
	recipe reduce
	same "map, sort, reduce" fleet.folded
	rm fleet.folded
	mkdir fleet # four mappers with combiners, three reducers that get any lines
	split -n l/4 names mapped-
	for file in mapped-*; do ./mapper <"$file" | collapse-filter --merge; done | sort -R |
		split -n r/3 - reduced-
	for file in reduced-*; do collapse-filter --merge "$file" >"fleet/part-$file"; done
	recipe parts
	same "mappers, combiners, reducers" fleet.folded

	mkdir before after
	cp web[1-8].folded before
	cp web9.folded web1?.folded after
	recipe releases
	check "a differential graph" grep -q '</svg>' releases.svg
	check "a table" [ -s releases.txt ]

	rm fleet.folded before.folded after.folded one.folded rest.folded
	collapse-filter --merge web?.folded | grep -v '^# flambeau: ' >reference
	for file in web1?.folded; do head -c 1001 "$file" >cut && mv cut "$file"; done
	recipe skip
	same "without bad files" fleet.folded
	check "the share that is missing is said" grep -q "left out 7 of 16 files (43.75 %)" missing.txt
	check "each bad file is named" [ "$(grep -c ': web1[0-6].folded:' missing.txt)" -eq 7 ]
}

# Two hosts: ports of one sshd, each with a folder of its own.
over_ssh()
{
	local port user
	user=$(id -un)
	port=$((20000 + $$ % 20000))
	recordings 2
	mkdir client web1 web2
	mv recordings/web1.perf web1/run.perf
	mv recordings/web2.perf web2/run.perf
	ssh-keygen -q -t ed25519 -N '' -f server-key && ssh-keygen -q -t ed25519 -N '' -f key || skip "no keys"
	cp key.pub authorized
	cat >sshd_config <<-END
		ListenAddress 127.0.0.1:$port
		ListenAddress 127.0.0.1:$((port + 1))
		HostKey $work/server-key
		PidFile none
		AuthorizedKeysFile $work/authorized
		StrictModes no
		UsePAM no
		PermitRootLogin yes
		Match LocalPort $port
		ForceCommand cd $work/web1 && PATH=$bin:\$PATH && eval "\$SSH_ORIGINAL_COMMAND"
		Match LocalPort $((port + 1))
		ForceCommand cd $work/web2 && PATH=$bin:\$PATH && eval "\$SSH_ORIGINAL_COMMAND"
	END
	cat >ssh_config <<-END
		Host web1
		Port $port
		Host web2
		Port $((port + 1))
		Host *
		HostName 127.0.0.1
		User $user
		IdentityFile $work/key
		StrictHostKeyChecking no
		UserKnownHostsFile /dev/null
		LogLevel ERROR
		BatchMode yes
	END
	[ "$(id -u)" -ne 0 ] || mkdir -p /run/sshd
	"$(command -v sshd)" -D -e -f sshd_config 2>sshd.log &
	server=$!
	end() { kill $server; }
	mkdir programs
	printf '#!/bin/sh\nexec %s -F %s "$@"\n' "$(command -v ssh)" "$work/ssh_config" >programs/ssh
	chmod +x programs/ssh
	PATH=$work/programs:$PATH
	for _ in $(seq 50); do
		ssh -n web1 true 2>err && break
		kill -0 $server 2>/dev/null || break
		sleep 0.1
	done
	ssh -n web2 true 2>err || { cat err sshd.log; skip "no connection to an sshd of our own"; }
	cd client || exit 2
	cp ../reference .
	printf '%s\n' web1 web2 >hosts
	recipe ssh
	same "ssh" fleet.folded
	check "two hosts" [ "$(grep -o '@host=[^;]*' fleet.folded | sort -u | wc -l)" -eq 2 ]
}

# munged, slurmctld and slurmd with all their files here; nothing of systemd, no cgroups.
start_cluster()
{
	local port=$((20000 + $$ % 20000)) user
	user=$(id -un)
	export SLURM_CONF=$work/slurm.conf
	mkdir munge state spool
	chmod 700 munge
	head -c 64 /dev/urandom >munge/key
	chmod 600 munge/key
	cat >slurm.conf <<-END
		ClusterName=test
		SlurmctldHost=$(hostname -s)(127.0.0.1)
		SlurmctldPort=$port
		SlurmdPort=$((port + 1))
		SlurmUser=$user
		SlurmdUser=$user
		AuthType=auth/munge
		AuthInfo=socket=$work/munge/socket
		CryptoType=crypto/munge
		StateSaveLocation=$work/state
		SlurmdSpoolDir=$work/spool
		SlurmctldPidFile=$work/slurmctld.pid
		SlurmdPidFile=$work/slurmd.pid
		SlurmctldLogFile=$work/slurmctld.log
		SlurmdLogFile=$work/slurmd.log
		ProctrackType=proctrack/linuxproc
		TaskPlugin=task/none
		JobAcctGatherType=jobacct_gather/none
		AccountingStorageType=accounting_storage/none
		SelectType=select/cons_tres
		SelectTypeParameters=CR_Core
		SwitchType=switch/none
		MpiDefault=none
		ReturnToService=2
		SlurmctldTimeout=60
		SlurmdParameters=config_overrides
		SchedulerParameters=batch_sched_delay=0,sched_interval=1,sched_min_interval=100000,bf_interval=1
		NodeName=$(hostname -s) NodeAddr=127.0.0.1 CPUs=32 State=UNKNOWN
		PartitionName=all Nodes=ALL Default=YES State=UP
	END
	sed -i '/^CryptoType/d' slurm.conf
	munged --foreground --force --key-file="$work/munge/key" --socket="$work/munge/socket" \
		--pid-file="$work/munge/pid" --log-file="$work/munge/log" --seed-file="$work/munge/seed" &
	daemons=$!
	end() { kill $daemons 2>/dev/null; wait; }
	slurmctld -D -i 2>/dev/null &
	daemons="$! $daemons"
	slurmd -D -N "$(hostname -s)" 2>/dev/null &
	daemons="$! $daemons"
	for _ in $(seq 100); do
		[ "$(sinfo -h -o %T 2>err)" = idle ] && return 0
		sleep 0.3
	done
	tail -n 3 err slurmctld.log slurmd.log munge/log
	return 1
}

by_slurm()
{
	recordings 64
	start_cluster || skip "no cluster could be started"
	ls "$work"/recordings/*.perf >inputs
	recipe slurm
	same "Slurm" fleet.folded
	check "64 tasks" [ "$(ls folded/*.folded | wc -l)" -eq 64 ]
	check "nothing but whole files" [ -z "$(find folded -name '*.part')" ]
	grep 'JobComplete\|_job_complete' slurmctld.log | tail -n 3
	scontrol -o show job 2>/dev/null | tail -n 1 | cut -c 1-300
}

case $part in
ssh) over_ssh ;;
slurm) by_slurm ;;
*) here_alone ;;
esac
[ $failed -eq 0 ] && echo "$part: the same bytes"
[ $failed -eq 0 ]
