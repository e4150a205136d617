#!/bin/bash
# SPDX-License-Identifier: MIT
#
# check-rpm.sh [WORK] - build flambeau.spec by rpmbuild, without network, and look at the spec and
# the packages by rpmlint. WORK (/var/tmp/flambeau-rpm) keeps packages and logs. On Debian nothing
# knows which RPMs are installed, so BuildRequires are not asked for, and the scripts that compress
# pages and strip programs need help.

set -uo pipefail
. "$(dirname "$0")/lib.sh"
work=${1:-/var/tmp/flambeau-rpm}
mkdir -p "$work" || exit 2
work=$(cd "$work" && pwd)
need rpmbuild=rpm rpmlint=rpmlint cmake=cmake unshare=util-linux ip=iproute2

build()
{
	local debian=()

	rpm -q rpm >/dev/null 2>&1 || debian=(--nodeps
		--define '__brp_compress bash %{_rpmconfigdir}/brp-compress %{?_prefix}'
		--define '__brp_strip find %{buildroot} -type f -perm -100 -exec %{__strip} -s {} +')
	rm -rf "$work/rpmbuild" && mkdir -p "$work/rpmbuild/SOURCES" &&
		cp "$work/flambeau-$version.tar.gz" "$work/rpmbuild/SOURCES/" &&
		offline rpmbuild -ba "${debian[@]}" \
			--define "_topdir $work/rpmbuild" --define "_smp_mflags -j$jobs" \
			"$top/packaging/flambeau.spec"
}

look_by_rpmlint()
{
	rpmlint --config "$top/packaging/rpmlint.toml" "$top/packaging/flambeau.spec" \
		$(find "$work/rpmbuild" -name '*.rpm')
}

contents()
{
	find "$work/rpmbuild/RPMS" -name '*.rpm' | sort | while read -r rpm; do
		echo "$(rpm -qp --qf '%{NAME} %{SIZE} bytes installed' "$rpm"), $(rpm -qpl "$rpm" | wc -l) files"
	done
}

step tarball make_tarball
step rpmbuild build
STEP_LINES=40 step rpmlint look_by_rpmlint
STEP_LINES=20 step contents contents
printf '\nThe RPM packages are in order.\n'
