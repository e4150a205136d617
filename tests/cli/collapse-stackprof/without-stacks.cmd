echo "{\"samples\":3,\"frames\":{\"1\":{\"name\":\"f\"}}}" | collapse-stackprof
