package kit_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	. "regretscope/ui/kit"
	"regretscope/ui/kit/uitest"
)

// told returns commands that record their calls.
func told(notes *[]string) []Command {
	note := func(name string) func(string) error {
		return func(argument string) error {
			*notes = append(*notes, strings.TrimSpace(name+" "+argument))
			if argument == "wrong" {
				return errors.New("that is wrong")
			}
			return nil
		}
	}
	return []Command{
		{
			Name: "run", Aliases: []string{"run", "pause"}, Key: "space", Short: "run", Help: "run", Group: "Time",
			Act: Try(note("run")),
		},
		{Name: "go", Argument: "ROUND", Key: "g", Help: "go to a round", Group: "Time", Act: Try(note("go"))},
		{
			Name: "view", Argument: "[NAME]", Key: "v f2", Short: "view", Help: "next view", Group: "Chart",
			Act: Try(note("view")),
		},
		{
			Name: "back", Key: "b ←", Short: "back", Help: "back", Group: "Time",
			Refusal: "this is the beginning", Act: Try(note("back")),
		},
	}
}

// host counts beginnings and ends of commands.
type host struct{ begun, ended int }

func (h *host) Begin() { h.begun++ }

func (h *host) End(cmd tea.Cmd, err error) (tea.Cmd, error) {
	h.ended++
	return cmd, err
}

func TestCommandsByNameAndKey(t *testing.T) {
	for _, c := range []struct{ line, key, want, err string }{
		{line: "run", want: "run"},
		{line: " go  1e5 ", want: "go 1e5"},
		{line: "view", want: "view"},
		{line: "view wrong", want: "view wrong", err: "that is wrong"},
		{line: "run fast", err: "run: takes no argument"},
		{line: "go", err: "go: write go ROUND"},
		{line: "back", err: "this is the beginning"},
		{line: "veiw", err: "veiw: no such command on this screen; did you mean view?"},
		{key: " ", want: "run"},
		{key: "v", want: "view"},
		{key: "b", err: "this is the beginning"},
		{key: "x"},
		{line: "pause", err: "pause is not possible now: run is"},
	} {
		var notes []string
		h := &host{}
		list := Hosted(h, told(&notes))
		var err error
		if c.key == "" {
			_, err = RunLine(list, c.line)
		} else if found := ForKey(list, uitest.Key(c.key)); found != nil {
			_, err = found.Run("")
		}
		text := ""
		if err != nil {
			text = err.Error()
		}
		if got := strings.Join(notes, ","); got != c.want || text != c.err {
			t.Errorf("%q%q: did %q with error %q, want %q with %q", c.line, c.key, got, text, c.want, c.err)
		}
		if ran := c.want != "" || strings.Contains("back go run", strings.Fields(c.line + c.key + " -")[0]); ran && (h.begun != 1 || h.ended != 1) && c.key == "" {
			t.Errorf("%q: begun %d times, ended %d times", c.line, h.begun, h.ended)
		}
	}
}

// If two commands share a key, the available one has it.
func TestARefusedCommandLeavesItsKey(t *testing.T) {
	list := []Command{
		{Name: "pause", Key: "space", Help: "pause", Refusal: "it is paused"},
		{Name: "run", Key: "space", Help: "run"},
	}
	if c := ForKey(list, uitest.Key(" ")); c == nil || c.Name != "run" {
		t.Errorf("space runs %+v", c)
	}
}

func TestWhileTypingNoCharacterIsAKey(t *testing.T) {
	list := WhileTyping(told(new([]string)))
	for i, want := range []struct{ keys, pressed string }{{"", ""}, {"", ""}, {"f2", "f2"}, {"←", "left"}} {
		if got := strings.Join(list[i].Keys(), " "); list[i].Key != want.keys || got != want.pressed {
			t.Errorf("%s: keys %q written %q, want %q written %q", list[i].Name, got, list[i].Key, want.pressed, want.keys)
		}
	}
}

func bars() (first, last []Command) {
	c := func(name, keys, short string) Command {
		return Command{Name: name, Key: keys, Short: short, Help: short}
	}
	off := c("never", "x", "never")
	off.Refusal = "not now"
	unnamed := c("rare", "y", "")
	first = []Command{c("run", "space", "run"), off, unnamed, c("next", "]", "release"), c("previous", "[", "release"), c("audit", "a", "audit"), c("twin", "t", "twin"), c("view", "v", "view"), c("overlay", "o", "overlay"), c("seventh", "z", "seventh")}
	last = []Command{c("help", "?", "help"), c("quit", "q", "quit")}
	return first, last
}

func TestTheBarShowsWhatFits(t *testing.T) {
	th := uitest.Theme(termenv.Ascii)
	first, last := bars()
	for _, c := range []struct {
		width int
		want  string
	}{
		{99, "space run · ]/[ release · a audit · t twin · v view · o overlay · ? help · q quit"},
		{60, "space run · ]/[ release · a audit · t twin · ? help · q quit"},
		{51, "space run · ]/[ release · a audit · ? help · q quit"},
		{30, "space run · ? help · q quit"},
		{20, "? help · q quit"},
		{10, "? help · …"},
	} {
		bar := NewCommandBar(th, first, last, c.width)
		if w := ansi.StringWidth(bar.Line); w != c.width {
			t.Errorf("%d cells for %d", w, c.width)
		}
		if got := strings.TrimRight(bar.Line, " "); got != c.want {
			t.Errorf("in %d cells: %q, want %q", c.width, got, c.want)
		}
	}
}

func TestTheBarKnowsWhatIsClicked(t *testing.T) {
	first, last := bars()
	bar := NewCommandBar(uitest.Theme(termenv.Ascii), first, last, 70)
	for text, want := range map[string]string{"space": "run", "run": "run", "]": "next", "[": "previous", "release": "next", "twin": "twin", "q quit": "quit"} {
		x := ansi.StringWidth(bar.Line[:strings.Index(bar.Line, text)])
		if got := bar.At(x); got != want {
			t.Errorf("a click on %s at %d is %q, want %q", text, x, got, want)
		}
	}
	if got := bar.At(69) + bar.At(-1); got != "" {
		t.Errorf("beside the bar is %q", got)
	}
}

// What writes files is done once: by its command, or as the program ends if the command does not run.
func TestWritesAreFinished(t *testing.T) {
	times := 0
	c := Command{Name: "save", Act: Write(func(string) (tea.Cmd, error) {
		return func() tea.Msg { times++; return nil }, nil
	})}
	for want := 1; want <= 2; want++ {
		cmd, _ := c.Run("")
		FinishWrites(time.Hour)
		if cmd(); times != want {
			t.Errorf("%d times, want %d", times, want)
		}
	}
}

func names(list []Command) string {
	var all []string
	for _, c := range list {
		all = append(all, strings.TrimSpace(c.Name+" "+c.Key))
	}
	return strings.Join(all, ", ")
}

// A table says what is offered in each state, and stays as it is.
func TestATableIsAFilter(t *testing.T) {
	open, end := false, ""
	in := func() bool { return open }
	table := []Command{
		{Name: "open", Key: "o", In: func() bool { return !open }},
		{Name: "turn", Key: "x", Class: Over, In: in},
		{Name: "leave", Key: "esc", Class: Over | Stays, In: in},
		{Name: "step", Key: "n", When: func() string { return end }, Now: func(c *Command) {
			if open {
				c.Key = "m"
			}
		}},
	}
	below := []Command{{Name: "leave", Key: "esc"}, {Name: "cut", Key: "x y", Class: InGame}}
	for _, c := range []struct {
		open bool
		want string
	}{
		{false, "leave esc, cut x y, open o, step n"},
		{true, "turn x, leave esc, cut y, step m"},
		{false, "leave esc, cut x y, open o, step n"},
	} {
		open = c.open
		if got := names(Put(table, below)); got != c.want {
			t.Errorf("open: %v: %s, want %s", c.open, got, c.want)
		}
	}
	end = "this is the end"
	if list := Offered(table); list[1].Refusal != end || table[3].Refusal != "" {
		t.Errorf("refused: %q, in the table %q", list[1].Refusal, table[3].Refusal)
	}
	for class, want := range map[Class]string{Everything: "leave esc, cut x y", InGame | AfterGame: "cut x y", Nothing: ""} {
		if got := names(Keep(below, class)); got != want {
			t.Errorf("of class %b: %s, want %s", class, got, want)
		}
	}
	twice := OnlyIn(func() bool { return end == "" }, []Command{{Name: "a"}, {Name: "b", In: in}})
	if got := names(Offered(twice)); got != "" {
		t.Errorf("neither is offered, but %s", got)
	}
	if end, open = "", false; names(Offered(twice)) != "a" {
		t.Errorf("only a is offered, but %s", names(Offered(twice)))
	}
}

// The key bar begins with the commands that have a place now; commands without keys stand last.
func TestPlacesInTheBar(t *testing.T) {
	place := 0
	list := []Command{{Name: "rare"}, {Name: "view", Key: "v"}, {Name: "go", Key: "g", Bar: At(2)}, {Name: "run", Key: "r", Bar: func() int { return place }}}
	if got := names(ForBar(list)); got != "go g, view v, run r, rare" {
		t.Error(got)
	}
	if place = 1; names(ForBar(list)) != "run r, go g, view v, rare" {
		t.Error(names(list))
	}
}
