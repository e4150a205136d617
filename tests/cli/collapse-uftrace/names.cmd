cat >in <<'EOF'
# DURATION     TID     FUNCTION
            [     1] | ns::f<int()>::g(1, "a") {
   1.000 us [     1] |   std::function<void()>::operator()();
   0.500 us [     1] |   fopen("a;(b", "r") = 0x55;
   0.250 us [     1] |   a;b();
   2.000 us [     1] | } = 5; /* ns::f<int()>::g */
EOF
collapse-uftrace in
