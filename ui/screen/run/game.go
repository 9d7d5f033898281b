package run

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"regretscope/learners"
	"regretscope/model"
	"regretscope/model/stats"
	"regretscope/noise/number"
	"regretscope/noise/param"
	"regretscope/ui/facts"
	"regretscope/ui/kit"
	"regretscope/ui/mode"
)

// you is a person's game: each round waits for an arm, and what a learner cannot see is hidden until reveal.
type you struct {
	run      *Screen
	hiding   bool // the hiding was requested
	revealed bool
	newest   int   // the arm pulled last
	waiting  []int // arms to pull in the next rounds, typed while a round was played
}

// mode returns the mode, which is always open during a game.
func (y *you) mode() *mode.Mode {
	return &mode.Mode{Commands: y.table(), Keeps: y.keeps, Foot: y.foot, Follow: y.follow}
}

// game returns the person's game; nil if the person does not play.
func (y *you) game() *learners.Game {
	person := y.learner()
	if person < 0 {
		return nil
	}
	return y.run.State().Config.Learners[person].Player.Game
}

// learner returns the index of the person; −1 if the person does not play.
func (y *you) learner() int {
	return slices.IndexFunc(y.run.State().Config.Learners, func(spec learners.Spec) bool { return spec.Plays().Waits() })
}

// Pulls reports whether a person's game goes on.
func (s *Screen) Pulls() bool { return s.you.game() != nil && !s.you.revealed }

// plays reports whether the keys are those of a game.
func (y *you) plays() bool {
	return y.game() != nil && (!y.hiding || y.run.Focus.Hides() || y.revealed)
}

// keeps leaves out the commands that play rounds or change the learners, and during the game those that say too much.
func (y *you) keeps() kit.Class {
	switch {
	case !y.plays():
		return kit.Everything
	case y.revealed:
		return kit.InGame | kit.AfterGame
	}
	return kit.InGame
}

const mostKeyed = 9 // arms that have a key

// table declares the commands of a game.
func (y *you) table() []kit.Command {
	arms := func() int { return min(y.run.State().Config.Scenario.Arms(), mostKeyed) }
	end := func() string { return kit.TextUnless(!y.run.State().Done, "the horizon is reached: the game is over") }
	list := []kit.Command{{
		Name: "pull", Argument: "[ARM]", Key: "enter", Short: "pull", Help: "pull the arm in focus, or another one",
		In: y.plays, When: end, Act: kit.With(y.pull),
	}}
	for j := range mostKeyed {
		number := strconv.Itoa(j + 1)
		list = append(list, kit.Command{
			Name: "pull-" + number, Synonym: number, Key: number, Help: "pull arm " + number,
			In: func() bool { return y.plays() && j < arms() }, When: end,
			Act: kit.With(func(string) (tea.Cmd, error) { return y.pull(number) }),
		})
	}
	return kit.InGroup("Your game", kit.InClass(kit.Over, append(list, kit.Command{
		Name: "again", Argument: "[ROUNDS]", Key: "+", Also: "=", Short: "ten more", In: y.plays,
		Help: "pull the newest arm again (default: ten times)", Act: kit.With(y.again),
		When: func() string { return cmp.Or(end(), kit.TextUnless(y.run.State().Round > 0, "pull an arm first")) },
	}, kit.Command{
		Name: "run", Key: "space", Help: "play rounds, which only you can", In: y.plays,
		Bar: during(y.run, beginning|running|between, 1),
		When: func() string {
			return cmp.Or(end(), fmt.Sprintf("this is your game: 1–%d pull an arm, enter the arm in focus, + the newest ten times", arms()))
		},
	}, kit.Command{
		Name: "reveal", Key: "h", Short: "reveal", Help: "show regret, true means and the other learners", In: y.plays,
		When: func() string { return kit.TextUnless(!y.revealed, "nothing is hidden") }, Act: kit.Do(y.reveal),
	})))
}

// pull plays an arm, by its number or name.
func (y *you) pull(text string) (tea.Cmd, error) {
	game, now := y.game(), y.run.State()
	arm, err := y.arm(text)
	switch {
	case err != nil:
		return nil, err
	case now.Round < game.Rounds():
		return nil, fmt.Errorf("round %s has been played: go %d goes on with the game", number.Count(now.Round+1), game.Rounds())
	}
	y.newest = arm
	if now.Search != "" {
		y.waiting = append(y.waiting, arm)
		return nil, nil
	}
	game.Pull(arm)
	return y.run.driver.Step(1), nil
}

// again pulls the newest arm in the next rounds.
func (y *you) again(text string) (tea.Cmd, error) {
	n := 10
	if text != "" {
		var err error
		if n, err = number.ParseCount(text); err != nil {
			return nil, fmt.Errorf("again %s: %w", text, err)
		}
	}
	left := y.run.State().Config.Horizon - y.run.State().Round - len(y.waiting)
	y.waiting = append(y.waiting, slices.Repeat([]int{y.newest}, min(n, left))...)
	return y.pullWaiting(), nil
}

// pullWaiting pulls the next arm that was typed while a round was played.
func (y *you) pullWaiting() tea.Cmd {
	if len(y.waiting) == 0 || y.run.State().Search != "" {
		return nil
	}
	next, rest := y.waiting[0], y.waiting[1:]
	y.waiting = nil
	cmd, err := y.pull(strconv.Itoa(next + 1))
	if err != nil {
		y.run.Warn(number.Plural(len(rest)+1, "pull") + " lost: " + err.Error())
		return nil
	}
	y.waiting = rest
	return cmd
}

func (y *you) arm(text string) (int, error) {
	s := y.run.State().Config.Scenario
	if text == "" {
		if arm := y.run.Focus.arm; arm >= 0 {
			return arm, nil
		}
		return 0, fmt.Errorf("give an arm from 1 to %d, or select one first", s.Arms())
	}
	for j := range s.Arms() {
		if s.Label(j) == text {
			return j, nil
		}
	}
	if n, err := strconv.Atoi(text); err == nil && n >= 1 && n <= s.Arms() {
		return n - 1, nil
	}
	return 0, fmt.Errorf("pull %s: must be an arm, 1 to %d", param.Printable(text), s.Arms())
}

// follow hides the truth before the first round and reveals it after the last.
func (y *you) follow() tea.Cmd {
	if y.game() == nil || y.run.State().Shot == nil || y.revealed {
		return y.pullWaiting()
	}
	if !y.hiding {
		y.hiding = true
		y.run.Focus.Learner = y.learner()
		what := "truth"
		if len(y.run.State().Config.Learners) > 1 {
			what = "others"
		}
		if _, err := kit.RunLine(y.run.Commands(), "hide "+what); err != nil {
			y.run.Warn(err.Error())
		} else {
			y.run.Say("")
		}
	}
	if y.run.State().Done && y.run.State().Shot.Round == y.run.State().Config.Horizon {
		y.waiting = nil
		y.reveal()
		y.run.sync()
	}
	return y.pullWaiting()
}

// reveal shows what was hidden. The verdict after the last round stays on the screen; an earlier one is a notice.
func (y *you) reveal() {
	y.revealed = true
	y.run.Focus.ShowAll()
	if shot := y.run.State().Shot; shot.Round > 0 && !y.run.State().Done {
		y.run.Say(y.outcome())
	}
}

// verdict returns the lines below the panels after the last round, at most a fifth of the screen.
func (y *you) verdict() []string {
	if y.game() == nil || !y.revealed || !y.run.State().Done || y.run.BackRow.On() {
		return nil
	}
	lines := kit.Styled(y.outcome(), y.run.Width, 0, y.run.theme.Accent)
	return lines[:min(len(lines), max(y.run.Height/5, 3))]
}

// outcome compares the person with the other learners, names the one with the least regret, and says what the person
// played and what it cost:
// "You: regret 12.4. UCB1 8.1, on the same rewards. UCB1 wins by 4.3. You played arm 2 most, in 34 of 40 rounds; …"
func (y *you) outcome() string {
	shot, person := y.run.State().Shot, y.learner()
	played, others := facts.Game(shot, person)
	return strings.TrimSpace(y.result() + " " + played + " " + others)
}

func (y *you) result() string {
	shot, person := y.run.State().Shot, y.learner()
	text := "You: regret " + number.Fixed(shot.Learners[person].Regret, 1) + "."
	var others []string
	var best *model.LearnerState // of the others
	for i := range shot.Learners {
		v := &shot.Learners[i]
		if i == person {
			continue
		}
		others = append(others, v.Spec.Label()+" "+number.Fixed(v.Regret, 1))
		if best == nil || v.Regret < best.Regret {
			best = v
		}
	}
	if best == nil {
		return text
	}
	text += " " + strings.Join(others, ", ") + ", on the same rewards. "
	wins, win := "wins", "win"
	if !y.run.State().Done {
		wins, win = "is ahead", "are ahead"
	}
	switch margin := stats.Subtract(shot.Learners[person].Regret, best.Regret); {
	case margin > 0:
		return text + fmt.Sprintf("%s %s by %s.", best.Spec.Label(), wins, number.Fixed(margin, 1))
	case margin < 0:
		return text + fmt.Sprintf("You %s by %s.", win, number.Fixed(-margin, 1))
	}
	return text + fmt.Sprintf("You and %s are equal.", best.Spec.Label())
}

// foot describes the next round, the newest reward, and the keys; after the game, what is left to do.
func (y *you) foot(width int) string {
	t, shot := y.run.theme, y.run.State().Shot
	if y.game() == nil || shot == nil || y.revealed && !y.run.State().Done {
		return ""
	}
	if y.revealed {
		return kit.Spread(t.Accent.Render("the game is over"),
			t.Faint.Render("  v view · b back · x others · e new game"), width)
	}
	s := shot.Config.Scenario
	text := fmt.Sprintf("round %s of %s is next", number.Count(shot.Round+1), number.Count(shot.Config.Horizon))
	if shot.Round > 0 {
		v := &shot.Learners[y.learner()]
		gave := "gave"
		if v.Channels != nil {
			gave = "reported"
		}
		text = fmt.Sprintf("arm %s %s %s; ", s.Label(v.Play[0]), gave, number.Tick(v.Reports[0])) + text
	}
	pull, keys := fmt.Sprintf("   1–%d pull", s.Arms()), []string{" · + ten more", " · h reveal", " · b back", " · ? help"}
	for len(keys) > 0 && ansi.StringWidth(text+pull+strings.Join(keys, "")) > width {
		keys = keys[:len(keys)-1]
	}
	return kit.Spread(t.Accent.Render(text), t.Accent.Render(pull)+t.Faint.Render(strings.Join(keys, "")), width)
}

func (y *you) sentences() []string {
	switch {
	case y.game() == nil || y.run.State().Shot == nil:
		return nil
	case y.revealed && y.run.State().Done:
		return []string{y.outcome()}
	case y.revealed:
		return nil
	}
	return []string{"Your turn: 2 pulls arm 2, and again pulls it ten more times; reveal shows regret, true means and the other learners."}
}
