printf '"a" '"'b'"' 1\n' | flamegraph --title '"T" '"'t'" | grep -e 'id="title"' -e '&quot;a'
