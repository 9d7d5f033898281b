package main

import (
	"mime"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// handler serves a built site. It sends the smallest form of each file that the browser accepts.
func handler(folder string) http.Handler {
	files := http.FileServer(http.Dir(folder))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := path.Clean("/" + r.URL.Path)
		if strings.HasSuffix(r.URL.Path, "/") {
			name = path.Join(name, "index.html")
		}
		w.Header().Set("Vary", "Accept-Encoding")
		for _, c := range []struct{ encoding, ending string }{{"br", ".br"}, {"gzip", ".gz"}} {
			if _, err := os.Stat(filepath.Join(folder, filepath.FromSlash(name+c.ending))); err == nil &&
				strings.Contains(r.Header.Get("Accept-Encoding"), c.encoding) {
				w.Header().Set("Content-Encoding", c.encoding)
				w.Header().Set("Content-Type", mime.TypeByExtension(path.Ext(name)))
				r.URL.Path = name + c.ending
				break
			}
		}
		files.ServeHTTP(w, r)
	})
}
