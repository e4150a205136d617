collapse-wcp "$FIXTURES/wcp/report.txt"
