//go:build page

package page_test

import (
	"encoding/base64"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"
)

const noticeText = `document.getElementById("notice").textContent`

func TestLinks(t *testing.T) {
	site, ctx := served(t), start(t)
	for name, test := range map[string]struct{ link, shows, notice string }{
		"a run at a round":   {"--scenario hhmh-1 --learner lazy-dp-ts --at-round 4821", "4 821", ""},
		"a lesson":           {"lesson regret", "five slot machines", ""},
		"a wrong name":       {"--scenario nowhere", "enter start", "nowhere"},
		"a file":             {"--script /etc/passwd", "enter start", "--script: names a file"},
		"HTML":               {`<img src=x onerror="document.title='taken'">`, "enter start", "<img"},
		"HTML in a name":     {`--scenario '<img src=x onerror=document.title="taken">'`, "enter start", "<img"},
		"escape sequences":   {"--scenario \x1b]0;taken\x07\x1b[31m", "enter start", "a character that is not text"},
		"a hundred kilobyte": {strings.Repeat("--learner ucb1 ", 7000), "enter start", "at most 4096 are allowed"},
	} {
		t.Run(name, func(t *testing.T) {
			p := open(t, ctx, site+"run/#"+url.PathEscape(test.link))
			p.shows(test.shows)
			p.until(noticeText, test.notice)
			if title, images := p.text("document.title"), p.text("document.images.length"); title != "Regretscope" || images != "1" {
				t.Errorf("the link has put something into the page: title %q, %s images", title, images)
			}
		})
	}
}

// The program follows the window, and a reload goes on with the run that was open.
func TestResizeAndReload(t *testing.T) {
	p := open(t, start(t), served(t)+"run/#--scenario%20hhmh-1%20--horizon%201e5")
	p.shows("round")
	before := p.text("terminal.cols")
	p.do(chromedp.EmulateViewport(667, 375))
	p.until(`terminal.cols !== `+before+` && terminal.cols >= 60 && terminal.rows >= 16`, "true")
	p.shows("five arms")
	p.shot("phone")
	p.types(":go 7000\r")
	p.shows("7 000")
	p.until(`sessionStorage.getItem("regretscope")`, "--at-round 7000")
	p.do(chromedp.Reload())
	p.shows("7 000")
}

func TestDownload(t *testing.T) {
	folder := t.TempDir()
	p := open(t, start(t), served(t)+"run/#--scenario%20hhmh-1%20--at-round%20500",
		browser.SetDownloadBehavior(browser.SetDownloadBehaviorBehaviorAllow).WithDownloadPath(folder))
	p.shows("round")
	p.types("P")
	path := filepath.Join(folder, "regretscope-screen.svg")
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		if text, err := os.ReadFile(path); err == nil && strings.Contains(string(text), "</svg>") {
			return
		}
	}
	t.Error("no download of the picture; the screen is\n" + p.screen())
}

// A scenario and a lesson that are dropped onto the page are opened.
func TestDrop(t *testing.T) {
	p := open(t, start(t), served(t)+"run/")
	p.shows("enter start")
	text, err := os.ReadFile("../../testdata/scenarios/five-laws.toml")
	if err != nil {
		t.Fatal(err)
	}
	p.do(evaluate(fmt.Sprintf(`dropped([new File([Uint8Array.from(atob(%q), (c) => c.charCodeAt(0))], "five-laws.toml")])`, base64.StdEncoding.EncodeToString(text))))
	p.shows("five laws")
	p.shows("round")
}

// Plain mode is text in a live region.
func TestPlain(t *testing.T) {
	p := open(t, start(t), served(t)+"run/?plain#--scenario%20hhmh-1")
	const log = `document.querySelector('[role=log][aria-live=polite]').innerText`
	p.until(log, "help lists the commands")
	p.do(chromedp.SendKeys("#command", "go 300\n", chromedp.ByQuery))
	p.until(log, "300")
	p.shot("plain")
}

// At full speed the run is fast, and keys come through.
func TestFullSpeed(t *testing.T) {
	p := open(t, start(t), served(t)+"run/#--scenario%20hhmh-1%20--horizon%201e9")
	p.shows("round")
	p.types(strings.Repeat("+", 14) + " ")
	time.Sleep(4 * time.Second)
	t.Log(strings.SplitN(p.screen(), "\n", 2)[0])
	p.shot("speed")
	begun := time.Now()
	p.types(" ")
	p.shows("|| fastest")
	t.Logf("key to screen at full speed: %v", time.Since(begun).Round(time.Millisecond))
}

func TestFrontPage(t *testing.T) {
	p := open(t, start(t), served(t))
	p.until(`document.querySelector("h1").textContent`, "Regretscope")
	p.shot("front")
	p.do(chromedp.Click("#play", chromedp.ByQuery))
	p.until(`typeof terminal === "object" && [...Array(terminal.rows).keys()].map((i) => terminal.buffer.active.getLine(i).translateToString(true)).join("\n")`, "five arms")
}
