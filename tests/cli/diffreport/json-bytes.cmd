# needs: python3
# valid for any bytes in names, patterns and files
awk 'BEGIN { for (i = 1; i < 256; i++) if (i != 10 && i != 59) printf "x%cy;", i; print " 7" }' >"$(printf 'b"\\\351')"
printf 'rest 9\n' >>"$(printf 'b"\\\351')"
printf 'z 5\nrest 11\n' >after
diffreport -q --alpha 1 --top 0 --format json --budget "$(printf 'x"\351=1')" "$(printf 'b"\\\351')" after >out
python3 -c 'import json, sys; d = json.load(open("out", encoding="utf-8"))
print(ascii(d["before"]["files"]), d["vanished"]["found"], ascii(d["budget"]["patterns"]))
print(ascii("".join(f["function"] for f in d["vanished"]["functions"])))'
