cat >in <<'END'
not an event
jdk.ExecutionSample {
  sampledThread = "a"
  stackTrace = [
    A.a() line: 1
jdk.CPUTimeSample {
  stackTrace = N/A
}
jdk.ExecutionSample {
  values = [
    3
  ]
  stackTrace = [
    B.b(byte[]) line: 1
  ]
END
collapse-jfr in
collapse-jfr --strict in
