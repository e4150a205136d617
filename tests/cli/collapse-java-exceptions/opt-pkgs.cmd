cat >in <<'END'
x
	at a.b.c.D.<init>(D.java:9)
	at a.b.c.D$$Lambda$12/0x0000000800c03000.apply(Unknown Source)
	at java.base@17.0.1/java.lang.Thread.run(Thread.java:1)
	at app//com.acme.Mod.go(Mod.java)
	at app//Mod.go(Mod.java)
	at größe.Maß.run(Maß.java:1)
	at deep.pkg.Only.method
	at Main.main(Main.java:1)
END
stackcollapse-java-exceptions.pl --shorten-pkgs in
stackcollapse-java-exceptions.pl --shorten-pkgs --no-pkgs in
collapse-java-exceptions --shorten-pkgs --no-shorten-pkgs --no-pkgs --no-no-pkgs in
