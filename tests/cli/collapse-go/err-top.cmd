printf 'File: app\nType: cpu\nShowing nodes\n      flat  flat%%   sum%%        cum   cum%%\n     130ms 14.61%% 14.61%%      130ms 14.61%%  runtime.memclr\n' | collapse-go
