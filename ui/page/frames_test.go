//go:build page

package main

import (
	"bytes"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"regretscope/ui/kit/uitest"
)

var frames = flag.Bool("frames", false, "measure the time to the first frame")

// measure reports the time from navigation to the first frame of the terminal.
const measure = `
const look = setInterval(() => {
	if (typeof terminal === "undefined" || !terminal || !terminal.buffer.active.getLine(0).translateToString().trim()) return;
	clearInterval(look);
	fetch("/first?" + Math.round(performance.now()));
}, 5);`

// A slowLine delays what is written to it as a line of some bytes per second does.
type slowLine struct {
	http.ResponseWriter
	rate float64
	free *time.Time // when the line is free again; shared by all responses
	lock *sync.Mutex
}

func (l slowLine) Write(p []byte) (n int, err error) {
	const piece = 16 << 10
	for n < len(p) && err == nil {
		part := p[n:min(n+piece, len(p))]
		l.lock.Lock()
		if now := time.Now(); l.free.Before(now) {
			*l.free = now
		}
		*l.free = l.free.Add(time.Duration(float64(len(part)) / l.rate * float64(time.Second)))
		wait := time.Until(*l.free)
		l.lock.Unlock()
		time.Sleep(wait)
		var written int
		written, err = l.ResponseWriter.Write(part)
		n += written
	}
	return n, err
}

// firstFrame opens a page in a browser with an empty profile, at some bytes per second (0: no
// limit), and returns the milliseconds to its first frame.
func firstFrame(t *testing.T, rate float64, path string, browser ...string) string {
	folder := os.Getenv("REGRETSCOPE_PAGE")
	files, first := handler(folder), make(chan string, 1)
	free, lock := time.Time{}, sync.Mutex{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if rate > 0 {
			w = slowLine{w, rate, &free, &lock}
		}
		switch r.URL.Path {
		case "/first":
			first <- r.URL.RawQuery
		case "/measure.js":
			w.Header().Set("Content-Type", "text/javascript")
			fmt.Fprint(w, measure)
		case "/run/":
			index, err := os.ReadFile(filepath.Join(folder, "run/index.html"))
			if err != nil {
				t.Error(err)
			}
			w.Header().Set("Content-Type", "text/html")
			w.Write(bytes.Replace(index, []byte("</head>"), []byte(`<script src="/measure.js" defer></script></head>`), 1))
		default:
			files.ServeHTTP(w, r)
		}
	}))
	defer server.Close()
	command := exec.Command(browser[0], append(browser[1:], server.URL+path)...)
	uitest.NoError(t, command.Start())
	defer command.Wait()
	defer command.Process.Kill()
	select {
	case ms := <-first:
		return ms
	case <-time.After(patience):
		t.Fatal("there is no first frame")
		return ""
	}
}

// It prints the time to the first frame in each browser, without judging it, because machines differ.
func TestTimeToTheFirstFrame(t *testing.T) {
	if !*frames {
		t.Skip("-frames is not set")
	}
	for _, browser := range []string{"chromium", "firefox"} {
		if _, err := exec.LookPath(browser); err != nil {
			t.Logf("NOT RUN: %s is not installed", browser)
			continue
		}
		for _, page := range []string{"/run/", "/run/#lesson regret"} {
			for _, line := range []struct {
				name string
				rate float64
			}{{"localhost", 0}, {"10 Mbit/s", 1.25e6}} {
				var all []string
				for range 3 {
					arguments := []string{browser, "--headless=new", "--no-sandbox", "--disable-gpu", "--user-data-dir=" + t.TempDir()}
					if browser == "firefox" {
						arguments = []string{browser, "--headless", "--no-remote", "--profile", t.TempDir()}
					}
					all = append(all, firstFrame(t, line.rate, page, arguments...))
				}
				t.Logf("%-8s  %-20s  %-9s  %s ms", browser, page, line.name, strings.Join(all, ", "))
			}
		}
	}
}
