// Command page makes the site that runs the program in a browser: a folder of files for
// any static server. Equal sources give equal bytes in any folder. Folder site holds the
// handwritten files, and the tests behind the build tag page open the site in browsers.
//
//	.ci/page [--brotli] [--serve PORT] FOLDER
//
// With --brotli it adds files that are a third smaller, in about a minute. With --serve it
// serves the folder on this machine; it does not rebuild an existing site.
// It needs Go, and npm for the terminal, and is run at the top of the source tree.
package main

import (
	"bytes"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"html/template"
	"io"
	"mime"
	"net/http"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"

	manuals "regretscope/ui/manual"
)

const (
	site   = "ui/page/site"
	still  = "testdata/pictures/readme.svg" // shown while the program loads
	script = "testdata/scripts/tour.script"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "page:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	flags := flag.NewFlagSet("page", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	small, port := flags.Bool("brotli", false, ""), flags.Uint("serve", 0, "")
	folder := ""
	if flags.Parse(args) == nil && flags.NArg() == 1 {
		folder = flags.Arg(0)
	}
	if folder == "" || *port > 65535 {
		return errors.New("usage: .ci/page [--brotli] [--serve PORT] FOLDER, with a port from 1 to 65535")
	}
	if _, err := os.Stat(filepath.Join(folder, "run/regretscope.wasm.gz")); err != nil || *port == 0 {
		if err := build(folder, *small); err != nil || *port == 0 {
			return err
		}
	}
	address := fmt.Sprintf("127.0.0.1:%d", *port)
	fmt.Printf("http://%s/\n", address)
	return http.ListenAndServe(address, handler(folder))
}

// build makes the site in a folder that is new or empty.
func build(folder string, small bool) error {
	if there, err := os.ReadDir(folder); err == nil && len(there) > 0 {
		return fmt.Errorf("%s: is not empty; name a new folder", folder)
	}
	for _, step := range []func(string) error{static, terminal, program, manual} {
		if err := step(folder); err != nil {
			return err
		}
	}
	if err := compress(folder, small); err != nil {
		return err
	}
	return report(folder)
}

func static(folder string) error {
	if err := os.CopyFS(folder, os.DirFS(site)); err != nil {
		return err
	}
	for from, to := range map[string]string{still: "still.svg", script: "run/tour.script", "LICENSE": "LICENSE"} {
		if err := copyFile(from, filepath.Join(folder, to)); err != nil {
			return err
		}
	}
	return nil
}

func copyFile(from, to string) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, text, 0o644)
}

// output runs a command and returns what it prints.
func output(name string, args ...string) (string, error) {
	text, err := exec.Command(name, args...).Output()
	if failed := new(exec.ExitError); errors.As(err, &failed) {
		err = fmt.Errorf("%w: %s", err, strings.TrimSpace(string(failed.Stderr)))
	}
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(text)), nil
}

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

//go:embed manual.html
var manualText string

var manualPage = template.Must(template.New("manual").Parse(manualText))

type section struct {
	Title string
	Pages []entry
}

type entry struct {
	File string
	*manuals.Page
	Text template.HTML
}

// manual writes the pages of the manual, and an index.
func manual(folder string) error {
	folder = filepath.Join(folder, "manual")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	var sections []section
	for _, page := range manuals.All() {
		if len(sections) == 0 || sections[len(sections)-1].Title != page.Kind {
			sections = append(sections, section{Title: page.Kind})
		}
		e := entry{Page: page, File: strings.TrimSuffix(page.File, ".md") + ".html"}
		if page.File == "" { // a generated page has a unique name within its kind
			e.File = page.Kind + "-" + page.Name + ".html"
		}
		var err error
		if e.Text, err = rendered(page); err != nil {
			return err
		}
		for _, file := range append(otherFiles(page), e.File) {
			if err := write(filepath.Join(folder, file), e); err != nil {
				return err
			}
		}
		s := &sections[len(sections)-1]
		s.Pages = append(s.Pages, e)
	}
	return write(filepath.Join(folder, "index.html"), map[string]any{"Sections": sections})
}

// otherFiles returns the file names for a page's other names, so that links to merged pages still work.
func otherFiles(page *manuals.Page) (names []string) {
	for _, name := range page.Also {
		if file := strings.ReplaceAll(name, " ", "-") + ".html"; plainFile.MatchString(file) && file != "index.html" {
			names = append(names, file)
		}
	}
	return names
}

var plainFile = regexp.MustCompile(`^[a-z-]+\.html$`)

// markdown leaves HTML out, which is goldmark's default.
var markdown = goldmark.New(goldmark.WithExtensions(extension.Table))

var toPage = regexp.MustCompile(`href="([a-z0-9-]+)\.md"`)

func rendered(page *manuals.Page) (template.HTML, error) {
	var b bytes.Buffer
	if err := markdown.Convert([]byte(page.Markdown()), &b); err != nil {
		return "", err
	}
	return template.HTML(toPage.ReplaceAll(b.Bytes(), []byte(`href="$1.html"`))), nil
}

func write(path string, data any) error {
	var b bytes.Buffer
	if err := manualPage.Execute(&b, data); err != nil {
		return err
	}
	return os.WriteFile(path, b.Bytes(), 0o644)
}
