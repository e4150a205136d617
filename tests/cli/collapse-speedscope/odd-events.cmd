echo '{"shared":{"frames":[{"name":"a"},{"name":"b"},{"name":"c"}]},"profiles":[{"unit":"none","endValue":100,"events":[
{"type":"O","frame":0,"at":0},{"type":"O","frame":1,"at":10},{"type":"O","frame":2,"at":20},{"type":"C","frame":1,"at":30},{"type":"C","frame":2,"at":35},
{"type":"C","frame":0,"at":40},{"type":"O","frame":1,"at":60},{"type":"x","frame":0,"at":60},{"type":"O","at":60},{"type":"O","frame":2,"at":50}]}]}' | collapse-speedscope
