//go:build page

// The tests behind the build tag page open the site in Chromium. They need the site, built by
// .ci/page, in the folder that REGRETSCOPE_PAGE names, and are run from .ci/run.

package main

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"regretscope/noise/param"
	"regretscope/ui"
	"regretscope/ui/app"
	"regretscope/ui/command/flags"
	"regretscope/ui/kit/uitest"
	"regretscope/ui/screenshot"
	scripts "regretscope/ui/script"
)

// patience is the time to wait for anything: a minute, for busy machines.
const patience = time.Minute

// A tab is one page in the browser.
type tab struct {
	*testing.T
	ctx    context.Context
	mutex  sync.Mutex
	errors []string // of the console
}

// served serves the site from a subfolder, as any static server would.
func served(t *testing.T) string {
	t.Helper()
	folder := os.Getenv("REGRETSCOPE_PAGE")
	if _, err := os.Stat(filepath.Join(folder, "run/regretscope.wasm.gz")); err != nil {
		t.Fatalf("REGRETSCOPE_PAGE=%s: .ci/page has built no site there: %v", folder, err)
	}
	server := httptest.NewServer(http.StripPrefix("/a/b/", http.FileServer(http.Dir(folder))))
	t.Cleanup(server.Close)
	return server.URL + "/a/b/"
}

// start starts Chromium once for a test; each tab is a page in it.
func start(t *testing.T, more ...chromedp.ExecAllocatorOption) context.Context {
	t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.NoSandbox, // which a container has no rights for; the pages are our own
		chromedp.DisableGPU, chromedp.WSURLReadTimeout(patience), chromedp.WindowSize(1280, 800))
	allocator, cancel := chromedp.NewExecAllocator(t.Context(), append(options, more...)...)
	t.Cleanup(cancel)
	ctx, stop := chromedp.NewContext(allocator)
	t.Cleanup(stop)
	if err := chromedp.Run(ctx); err != nil {
		t.Fatalf("Chromium does not start: %v", err)
	}
	return ctx
}

func open(t *testing.T, ctx context.Context, address string, before ...chromedp.Action) *tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	p := &tab{T: t, ctx: ctx}
	site := address[:strings.Index(address, "/a/b/")] + "/"
	chromedp.ListenTarget(ctx, func(event any) {
		p.mutex.Lock()
		defer p.mutex.Unlock()
		switch event := event.(type) {
		case *network.EventRequestWillBeSent:
			if to := event.Request.URL; !strings.HasPrefix(to, site) && !strings.HasPrefix(to, "blob:") && !strings.HasPrefix(to, "data:") {
				p.errors = append(p.errors, "a request to another host: "+to)
			}
		case *runtime.EventExceptionThrown:
			p.errors = append(p.errors, event.ExceptionDetails.Error())
		case *runtime.EventConsoleAPICalled:
			if event.Type == runtime.APITypeError || event.Type == runtime.APITypeWarning {
				p.errors = append(p.errors, fmt.Sprintf("%s %s", event.Type, event.Args[0].Value))
			}
		}
	})
	p.do(append(append(before, network.Enable()), chromedp.Navigate(address))...)
	t.Cleanup(func() {
		p.mutex.Lock()
		defer p.mutex.Unlock()
		if len(p.errors) > 0 {
			t.Errorf("the console has errors: %q", p.errors)
		}
	})
	return p
}

func (p *tab) do(actions ...chromedp.Action) {
	p.Helper()
	if err := chromedp.Run(p.ctx, actions...); err != nil {
		p.Fatal(err)
	}
}

func (p *tab) text(expression string) (result string) {
	p.Helper()
	p.do(chromedp.Evaluate(`String(`+expression+`)`, &result))
	return result
}

const screenText = `typeof terminal === "undefined" || !terminal ? "" :
	[...Array(terminal.rows).keys()].map((i) => terminal.buffer.active.getLine(terminal.buffer.active.baseY + i).translateToString(true, 0, terminal.cols)).join("\n")`

func (p *tab) screen() string { return p.text(screenText) }

// until waits until an expression of JavaScript has a text in it.
func (p *tab) until(expression, want string) string {
	p.Helper()
	text := ""
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		if text = p.text(expression); strings.Contains(text, want) {
			return text
		}
	}
	p.Fatalf("not within %v: %q in\n%s", patience, want, text)
	return ""
}

// shows waits until the terminal shows a text, and returns all that it shows.
func (p *tab) shows(want string) string {
	p.Helper()
	return p.until(screenText, want)
}

func (p *tab) types(text string) {
	p.Helper()
	p.do(chromedp.Evaluate(fmt.Sprintf(`keys(%q)`, text), nil))
}

// shot saves a picture of the page if REGRETSCOPE_SHOTS names a folder.
func (p *tab) shot(name string) {
	p.Helper()
	folder := os.Getenv("REGRETSCOPE_SHOTS")
	if folder == "" {
		return
	}
	var picture []byte
	p.do(chromedp.CaptureScreenshot(&picture))
	if err := os.WriteFile(filepath.Join(folder, name+".png"), picture, 0o644); err != nil {
		p.Fatal(err)
	}
}

func evaluate(expression string) chromedp.Action { return chromedp.Evaluate(expression+"; 0", nil) }

// withoutFoot returns the screen without its last line, whose keys change as they are used.
func withoutFoot(text string) string {
	all := strings.Split(strings.TrimRight(text, "\n "), "\n")
	for i := range all {
		all[i] = strings.TrimRight(all[i], " ")
	}
	return strings.Join(all[:len(all)-1], "\n")
}

func TestFirstFrame(t *testing.T) {
	p := open(t, start(t), served(t)+"run/")
	p.shows("enter start")
	p.shot("setup")
}

// A run to round 10,000 shows what the native program shows at the same size.
func TestRunEqualsNative(t *testing.T) {
	p := open(t, start(t), served(t)+"run/#--scenario%20hhmh-1%20--horizon%201e5%20--seed%203")
	p.shows("five arms")
	p.do(evaluate(`terminal.resize(100, 30)`))
	p.types(":go 10000\r")
	got := p.shows("round  10,000")
	p.shot("run")
	config := param.Must(param.Must(flags.Parse("--scenario hhmh-1 --horizon 1e5 --seed 3")).Config())
	native := param.Must(app.Play(app.Options{Config: config, Script: param.Must(scripts.Parse("x", "size 100x30\ngo 10000\n"))}))
	if got, want := withoutFoot(got), withoutFoot(screenshot.Text(native)); got != want {
		t.Errorf("the page shows\n%s\nthe native program\n%s", got, want)
	}
}

// Under Node, without a page, the site's program writes the same as the native one. At full precision, the last bits
// of sums and logarithms differ between processors, so results are compared as text.
func TestNodeEqualsNative(t *testing.T) {
	served(t) // the site is there
	root, err := exec.Command("go", "env", "GOROOT").Output()
	uitest.NoError(t, err)
	program := filepath.Join(os.Getenv("REGRETSCOPE_PAGE"), "run/regretscope.wasm")
	for name, args := range map[string][]string{
		"run":   {"run", "--scenario", "hhmh-1", "--learner", "lazy-dp-ts", "--learner", "ucb1", "--horizon", "2000", "--runs", "8"},
		"trace": {"trace", "--scenario", "hhmh-1", "--learner", "kl-ucb", "--horizon", "300"},
		"audit": {"audit", "--learner", "dp-klucb", "--scenario", "hhmh-1", "--runs", "2000"},
		"svg":   {"--scenario", "hhmh-1", "--at-round", "500", "--background", "dark", "--svg", "x.svg"},
	} {
		t.Run(name, func(t *testing.T) {
			var native, refused bytes.Buffer
			t.Chdir(t.TempDir())
			if status := ui.Main(args, strings.NewReader(""), &native, &refused); status != 0 {
				t.Fatalf("natively it ends with status %d: %s", status, &refused)
			}
			want := append(native.Bytes(), picture(t)...)
			t.Chdir(t.TempDir())
			node := exec.Command("node", append([]string{filepath.Join(strings.TrimSpace(string(root)), "lib/wasm/wasm_exec_node.js"), program}, args...)...)
			node.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=/tmp"} // Go's start takes 12 kB
			var says bytes.Buffer
			node.Stderr = &says
			out, err := node.Output()
			if err != nil {
				t.Fatalf("%v: %s", err, &says)
			}
			if got := append(out, picture(t)...); !bytes.Equal(got, want) {
				t.Errorf("under Node\n%s\nnatively\n%s", got, want)
			}
		})
	}
}

// commit matches the commit that a build records in the program; a test has none.
var commit = regexp.MustCompile(`"commit":"[^"]*",`)

// picture returns the file that a command saved in this folder, if any, without the commit.
func picture(t *testing.T) []byte {
	t.Helper()
	text, err := os.ReadFile("x.svg")
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return commit.ReplaceAll(text, nil)
}
