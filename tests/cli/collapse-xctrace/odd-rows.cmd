cat >in <<'END'
<trace-query-result><node>
<row><backtrace id="1"><frame id="2" name="a"/><frame ref="99"/><frame id="2" name="twice"/><frame id="x" name=""/><frame/></backtrace></row>
<row><backtrace ref="2"/><weight ref="1"/></row>
<row><backtrace ref="1"/><weight id="5">1e6</weight></row>
<row><backtrace id="7"/></row>
<row><weight id="8">99999999999999999999</weight></row>
<row><backtrace id="1"><frame name="&#x263A; &quot;b;c&quot;&#10;d"/></backtrace></row>
</node></trace-query-result>
END
collapse-xctrace <in
collapse-xctrace --weight <in
collapse-xctrace --strict in 2>/dev/null
