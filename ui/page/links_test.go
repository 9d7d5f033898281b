//go:build page

package main

import (
	"encoding/base64"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"regretscope/ui/kit/uitest"
)

const noticeText = `document.getElementById("notice").textContent`

func TestLinks(t *testing.T) {
	site, ctx := served(t), start(t)
	for name, test := range map[string]struct{ link, shows, notice string }{
		"a run at a round":   {"--scenario hhmh-1 --learner lazy-dp-ts --at-round 4821", "4,821", ""},
		"a lesson":           {"lesson regret", "five slot machines", ""},
		"a wrong name":       {"--scenario nowhere", "enter start", "nowhere"},
		"a file":             {"--script /etc/passwd", "enter start", "--script: names a file"},
		"another command":    {"audit --learner ucb1", "enter start", "audit: must be flags of the terminal program"},
		"one behind a flag":  {"--color=never run", "enter start", "run: must be flags of the terminal program"},
		"HTML":               {`<img src=x onerror="document.title='taken'">`, "enter start", "<img"},
		"HTML in a name":     {`--scenario '<img src=x onerror=document.title="taken">'`, "enter start", "<img"},
		"escape sequences":   {"--scenario \x1b]0;taken\x07\x1b[31m", "enter start", "a character that is not text"},
		"a NUL":              {"--scenario hhmh-1\x00 --at-round 7", "enter start", "a character that is not text"},
		"a hundred kilobyte": {strings.Repeat("--learner ucb1 ", 7000), "enter start", "at most 4,096 are allowed"},
	} {
		p := open(t, ctx, site+"run/#"+url.PathEscape(test.link))
		p.shows(test.shows)
		p.until(noticeText, test.notice)
		if title, images := p.text("document.title"), p.text("document.images.length"); title != "Regretscope" || images != "1" {
			t.Errorf("%s: the link has put something into the page: title %q, %s images", name, title, images)
		}
	}
}

// The program ends while its run plays, without an error: keys and timers may come too late.
func TestTheEnd(t *testing.T) {
	site, ctx := served(t), start(t)
	for range 6 {
		p := open(t, ctx, site+"run/#--scenario%20hhmh-1")
		p.shows("five arms")
		p.types(" ")
		p.do(chromedp.Sleep(300 * time.Millisecond)) // a q right after another key is part of a paste
		p.types("q")
		p.until(noticeText, "The program has ended.")
	}
}

// The program follows the window's size, and a reload restores the run.
func TestResizeAndReload(t *testing.T) {
	p := open(t, start(t), served(t)+"run/#--scenario%20hhmh-1%20--horizon%201e5")
	p.shows("round")
	before := p.text("terminal.cols")
	p.do(chromedp.EmulateViewport(667, 375))
	p.until(`terminal.cols !== `+before+` && terminal.cols >= 60 && terminal.rows >= 16`, "true")
	p.shows("five arms")
	p.shot("phone")
	p.types(":go 7000\r")
	p.shows("7,000")
	p.until(`sessionStorage.getItem("regretscope")`, "--at-round 7000")
	p.do(chromedp.Reload())
	p.shows("7,000")
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

// Files dropped onto the page are opened.
func TestDrop(t *testing.T) {
	site, ctx := served(t), start(t)
	for name, c := range map[string]struct{ file, shows string }{
		"a scenario": {"../../testdata/scenarios/five-laws.toml", "five laws"},
		"a table":    {"../../testdata/scenarios/losses.csv", "losses.csv"},
		"a lesson":   {"../lesson/lessons/02-noise.toml", "1 of"},
		"a script":   {"../../testdata/scripts/tour.script", "round"},
	} {
		t.Run(name, func(t *testing.T) {
			p := open(t, ctx, site+"run/")
			p.shows("enter start")
			text, err := os.ReadFile(c.file)
			uitest.NoError(t, err)
			p.do(evaluate(fmt.Sprintf(`dropped([new File([Uint8Array.from(atob(%q), (c) => c.charCodeAt(0))], %q)])`,
				base64.StdEncoding.EncodeToString(text), filepath.Base(c.file))))
			p.shows(c.shows)
		})
	}
}

// Dropped files are limited each and in total; the clipboard takes only text.
func TestLimitsOfDrops(t *testing.T) {
	p := open(t, start(t), served(t)+"run/")
	p.shows("enter start")
	const drop = `dropped([1, 2, 3, 4].map((n) => new File([new Uint8Array(%s)], n + ".csv")))`
	p.do(evaluate(fmt.Sprintf(drop, "20e6 + 1")))
	p.until(noticeText, "1.csv: has 20,000,001 bytes, at most 20,000,000 are read")
	p.do(evaluate(fmt.Sprintf(drop, "16e6")))
	p.until(noticeText, "4.csv: the files would have 64,000,000 bytes, at most 60,000,000 are kept")
	p.do(evaluate(`copy("c;no base 64!")`))
}

// A lesson goes from stop to stop, and a reload opens it at its stop.
func TestLesson(t *testing.T) {
	p := open(t, start(t), served(t)+"run/#lesson%20regret")
	p.shows("1 of")
	p.types("3")
	p.shows("Right.")
	p.types(" ")
	p.shows("2 of")
	p.shot("lesson")
	p.until(`sessionStorage.getItem("regretscope")`, "--at-stop 2")
	p.do(chromedp.Reload())
	p.shows("2 of")
}

// The browser's storage keeps the progress of lessons for every tab until it is forgotten.
func TestLessonsAreRemembered(t *testing.T) {
	browser, site := start(t), served(t)
	other := open(t, browser, site+"run/#--scenario%20hhmh-1")
	other.shows("round")
	p := open(t, browser, site+"run/#lesson%20regret")
	p.shows("1 of")
	p.types("3")
	p.shows("Right.")
	p.types(" ")
	const storage = `localStorage.getItem("regretscope lessons")`
	other.until(storage, `"Stop":1`)
	other.types("L")
	other.shows("at stop 2 of")
	other.types(kb.Escape)
	other.types(":forget\r")
	other.until(storage, "null")
}

// Keys work during an experiment; space stops it.
func TestExperimentYields(t *testing.T) {
	p := open(t, start(t), served(t)+"run/#--scenario%20hhmh-1%20--horizon%201e7")
	p.shows("round")
	p.types(":experiment\r")
	p.shows("enter starts")
	p.types("\r")
	p.shows("space stop")
	p.types(" ")
	p.shows("stopped")
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

var roundShown = regexp.MustCompile(`round +([0-9,]+)`)

// round returns the round on the screen, 0 without one.
func (p *tab) round() int {
	p.Helper()
	found := roundShown.FindStringSubmatch(p.screen())
	if found == nil {
		return 0
	}
	n, err := strconv.Atoi(strings.ReplaceAll(found[1], ",", ""))
	if err != nil {
		p.Fatal(err)
	}
	return n
}

// Keys work at full speed. The speed on this machine is printed.
func TestFullSpeed(t *testing.T) {
	p := open(t, start(t), served(t)+"run/#--scenario%20hhmh-1%20--horizon%201e9")
	p.shows("round")
	p.types(strings.Repeat("+", 14) + " ")
	for end := time.Now().Add(patience); p.round() < 1e6; time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("only round %d within %v", p.round(), patience)
		}
	}
	begun, from := time.Now(), p.round()
	time.Sleep(4 * time.Second)
	t.Logf("%.0f rounds a second", float64(p.round()-from)/time.Since(begun).Seconds())
	p.shot("speed")
	begun = time.Now()
	p.types(" ")
	p.shows("|| fastest")
	t.Logf("key to screen at full speed: %v", time.Since(begun).Round(time.Millisecond))
}

// The appearance on a dark system and on a phone.
func TestLooks(t *testing.T) {
	site, ctx := served(t), start(t)
	dark := emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}})
	p := open(t, ctx, site+"run/#--scenario%20hhmh-1%20--at-round%203000", dark)
	p.shows("3,000")
	p.until(`getComputedStyle(document.body).backgroundColor`, "rgb(16, 18, 20)")
	p.shot("dark")
	p = open(t, ctx, site+"run/#--scenario%20hhmh-1%20--at-round%203000", chromedp.EmulateViewport(667, 375, chromedp.EmulateTouch, chromedp.EmulateMobile))
	p.shows("3,000")
	p.until(`terminal.cols >= 60 && terminal.rows >= 16`, "true")
	p.until(`getComputedStyle(document.getElementById("keys")).display`, "flex")
	p.until(`document.querySelectorAll("#keys button").length >= 5`, "true")
	p.do(chromedp.Click("#keys button", chromedp.ByQuery))
	p.shot("touch")
}

// The front page links to the tour, which the program plays.
func TestFrontPage(t *testing.T) {
	p := open(t, start(t), served(t))
	p.until(`document.querySelector("h1").textContent`, "Regretscope")
	p.shot("front")
	p.do(chromedp.Click(`a[href="run/index.html?tour"]`, chromedp.ByQuery))
	p.shows("five arms")
	p.shows("Which arm is best, and who will lose least?")
	p.shot("tour")
}

// y shows the link of the screen, with a button that copies it, and no command line.
func TestLinkOfScreen(t *testing.T) {
	p := open(t, start(t), served(t)+"run/#--scenario%20hhmh-1%20--at-round%20500")
	p.shows("round")
	p.types("vy")
	link := p.until(`document.querySelector("#notice a")?.href`, "/run/#")
	if !strings.HasSuffix(link, "--at-round%20500%20--view%20regret-ln-t") || strings.Contains(p.screen(), "# copied") {
		t.Errorf("the link is %s, and the screen\n%s", link, p.screen())
	}
	p.do(chromedp.Click("#notice button", chromedp.ByQuery))
	p.until(noticeText, "Copied: ")
	p.shot("link")
}

func TestFromDisk(t *testing.T) {
	ctx, cancel := chromedp.NewContext(start(t))
	t.Cleanup(cancel)
	p := &tab{T: t, ctx: ctx}
	page, err := filepath.Abs(filepath.Join(os.Getenv("REGRETSCOPE_PAGE"), "run/index.html"))
	uitest.NoError(t, err)
	p.do(chromedp.Navigate("file://" + page + "#--scenario%20hhmh-1"))
	p.until(`document.getElementById("progress").textContent`, "python3 -m http.server")
}
