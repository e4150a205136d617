# needs: zstd
# a window of 1 GiB is read, one of 2 GiB is too large
frame() # WINDOW
{
	printf '\050\265\057\375\000'"$1"'\061\000\000main 1'
}
frame '\240' >large.zst
frame '\250' >larger.zst
collapse-recursive large.zst
collapse-recursive larger.zst
