printf 'Samples:\n 3: 1\nLocations\n 1: 0x1 main.main /m.go:1 s=0\nSamples:\n 4: 1\nLocations\n 1: 0x1 main.other /m.go:1 s=0' | collapse-go
