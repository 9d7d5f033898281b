package theme

import (
	"io"
	"runtime"
	"slices"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"
	"github.com/xo/terminfo"
)

// ColorChoices are the values of the flag --color.
const ColorChoices = "auto,always,never,16,256,truecolor"

// NewRenderer returns a renderer for an output with the chosen colors: one of ColorChoices; the
// empty string is auto. Env looks up a variable of the environment.
func NewRenderer(out io.Writer, isTerminal bool, choice string, env func(string) (string, bool)) *lipgloss.Renderer {
	renderer := lipgloss.NewRenderer(out)
	renderer.SetColorProfile(colorProfile(isTerminal, choice, env))
	return renderer
}

// colorProfile decides by the choice, then NO_COLOR, then CLICOLOR_FORCE and FORCE_COLOR, then
// the terminal.
func colorProfile(isTerminal bool, choice string, env func(string) (string, bool)) termenv.Profile {
	set := func(name string) bool {
		value, _ := env(name)
		return value != ""
	}
	forced := func(name string) bool {
		value, _ := env(name)
		return value != "" && value != "0" && value != "false"
	}
	switch choice {
	case "never":
		return termenv.Ascii
	case "16":
		return termenv.ANSI
	case "256":
		return termenv.ANSI256
	case "truecolor":
		return termenv.TrueColor
	case "always":
		return min(terminalProfile(env), termenv.ANSI) // a smaller profile has more colors
	}
	switch {
	case set("NO_COLOR"):
		return termenv.Ascii
	case forced("CLICOLOR_FORCE"), forced("FORCE_COLOR"):
		return min(terminalProfile(env), termenv.ANSI)
	case !isTerminal:
		return termenv.Ascii
	}
	return terminalProfile(env)
}

// terminalProfile returns the number of the terminal's colors: by COLORTERM, by the terminfo
// entry of TERM, or by its name if there is no entry.
func terminalProfile(env func(string) (string, bool)) termenv.Profile {
	term, _ := env("TERM")
	colorTerm, _ := env("COLORTERM")
	switch {
	case term == "dumb":
		return termenv.Ascii
	case colorTerm == "truecolor" || colorTerm == "24bit":
		return termenv.TrueColor
	case term == "" && runtime.GOOS == "windows":
		return termenv.ANSI256 // its console has had truecolor since Windows 10
	case term == "":
		return termenv.Ascii
	}
	colors := colorsByName(term)
	if info, err := terminfo.Load(term); err == nil {
		colors = info.Nums[terminfo.MaxColors]
	}
	return profileOf(colors)
}

func profileOf(colors int) termenv.Profile {
	switch {
	case colors > 256:
		return termenv.TrueColor
	case colors == 256:
		return termenv.ANSI256
	case colors >= 8:
		return termenv.ANSI
	}
	return termenv.Ascii
}

// families lists the prefixes of the names of terminals with 256 or 8 colors.
var families = [...][]string{
	strings.Fields("alacritty foot ghostty iterm iterm2 ms-terminal nsterm wezterm xterm-kitty"),
	strings.Fields("ansi cygwin gnome hterm konsole linux mlterm putty rxvt screen st tmux vte xterm"),
}

// colorsByName guesses the number of colors from the name of a terminal; 0 if it is unknown.
func colorsByName(term string) int {
	switch {
	case strings.HasSuffix(term, "-mono") || strings.HasSuffix(term, "-m"):
		return 0
	case strings.HasSuffix(term, "-direct"):
		return 1 << 24
	case strings.HasSuffix(term, "-256color"):
		return 256
	case strings.HasSuffix(term, "-color") || strings.HasSuffix(term, "-16color"):
		return 16
	}
	for i, family := range families {
		if slices.ContainsFunc(family, func(name string) bool { return strings.HasPrefix(term+"-", name+"-") }) {
			return [...]int{256, 8}[i]
		}
	}
	return 0
}
