package command

import (
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"regretscope/model"
	"regretscope/ui/script"
)

// made is what makes the files of this command: the command line as it was typed, without
// flags that only say where to write or how to work, and the designs.
func (p *Program) made(designs ...*model.Design) *model.Made {
	return model.MadeBy(p.line(), designs...)
}

func (p *Program) line() string {
	args := p.argsWithout("quiet", "workers", "resume", "force", "shard", "format", "rounds", "memory", "color")
	return script.Join(append([]string{Name}, args...))
}

// argsWithout are the arguments without the flags of these names and those that name what
// is written, with their values.
func (p *Program) argsWithout(names ...string) (rest []string) {
	for i := 0; i < len(p.args); i++ {
		name, isFlag := strings.CutPrefix(p.args[i], "--")
		name, _, joined := strings.Cut(name, "=")
		at := slices.IndexFunc(p.flags, func(f *kong.Flag) bool { return isFlag && f.Name == name })
		if at < 0 {
			rest = append(rest, p.args[i])
			continue
		}
		f, last := p.flags[at], i
		if !joined && !f.IsBool() {
			last = min(i+1, len(p.args)-1) // its value
		}
		if !f.Tag.Has("writes") && !f.Tag.Has("folder") && !slices.Contains(names, name) {
			rest = append(rest, p.args[i:last+1]...)
		}
		i = last
	}
	return rest
}
