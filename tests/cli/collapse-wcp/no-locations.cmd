collapse-wcp --no-locations "$FIXTURES/wcp/report.txt"
