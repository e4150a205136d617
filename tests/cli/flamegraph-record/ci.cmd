# the shell of the templates for CI: the same in both, and a page and a report come of it
. "$CASES/../../system/record/stand-in.sh"; SCRIPT=$FIXTURES/perf/cxx-fp.txt; export SCRIPT; only perf
of() { sed -n '/^ *eval/,/^ *exit /s/^ *//p' "$CASES/../../../packaging/ci/$1"; }
of github/action.yml >run.sh; of gitlab.yml | cmp - run.sh && wc -l <run.sh
export FLAMBEAU_BEFORE="echo 'a b' >one" FLAMBEAU_AFTER='true; echo c >"two 2"' FLAMBEAU_OPTIONS="-F 99 --title 'A B'" FLAMBEAU_FOLDER="the pages"
GITHUB_STEP_SUMMARY=summary.md sh -e run.sh >out 2>err; echo "exit $?"; cat one 'two 2'; ls 'the pages'
head -n 1 summary.md; cmp summary.md 'the pages/report.md'; grep -c '<title>A B</title>' 'the pages/diff.html'
sh -e run.sh 2>err >log; head -n 1 log
FLAMBEAU_OPTIONS=--nonsense sh -e run.sh >out 2>err; echo "exit $?"; tail -n 1 err
FLAMBEAU_OPTIONS='--fail-over-total 5% --fail-over 2%' sh -e run.sh >out 2>err; echo "exit $?"; head -n 1 out
