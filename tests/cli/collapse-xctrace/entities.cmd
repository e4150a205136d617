printf '<!DOCTYPE a [<!ENTITY e SYSTEM "in"><!ENTITY f "fine">]><a><row><backtrace><frame name="&f;"/></backtrace></row><row>&e;<backtrace><frame name="g"/></backtrace></row></a>' | collapse-xctrace
printf '<?xml version="1.0" encoding="ISO-8859-1"?><a><row><backtrace><frame name="gr\366\337e"/></backtrace></row></a>' | collapse-xctrace
