cat >in <<'EOF'
   9.000 us [     1] | early();
# DURATION     TID     FUNCTION
   1.000 us [     1] | } /* lost */
            [     1] | main() {
            [     2] | main() {
   1.000 us [     2] |   f();
   x.000 us [     1] |   g();
   1.000 us [     x] |   g();
   3.000  s [     1] |   /* linux:schedule */
            [     1] |   /* linux:task-name (comm="a") */
   1.000 us [     1] | }
what
                     | }
uftrace stopped tracing with remaining functions
================================================
task: 2
[0] main
EOF
collapse-uftrace in
echo "exit $?"
collapse-uftrace --strict in
