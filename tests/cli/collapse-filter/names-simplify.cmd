cat >in <<'END'
int ns::map<std::pair<int, long>, char>::find(int const&) const 1
ns::operator<< <char>(std::ostream&, char) 1
_ZN4core3ptr::drop_in_place::h0123456789abcdef 1
<alloc::vec::Vec<T> as core::iter::FromIterator<T>>::from_iter 1
core::iter::Iterator::collect::<Vec<u8>> 1
github.com/acme/store/cache.(*LRU[go.shape.string]).Get 1
java.util.concurrent.ThreadPoolExecutor$Worker.run 1
java/lang/Thread.run 1
[kernel.kallsyms] 1
/usr/lib/libc.so.6 1
a name of words. And more. 1
END
for level in none args templates packages; do
	echo "== $level"
	collapse-filter --simplify $level in
done
collapse-filter --simplify most in
