//go:build !js

package command

import (
	_ "embed"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"text/template"
	"time"

	"go.yaml.in/yaml/v3"

	"regretscope/model"
	"regretscope/noise/declare"
)

//go:embed jobs.tmpl
var jobText string

//go:embed k8s.yaml
var k8sText []byte

var jobFiles = template.Must(template.New("jobs").Parse(jobText))

// A job is what a job file is made of.
type job struct {
	About   []string // comments
	Program string   // its path, quoted for a shell
	Request string   // the flags of run, quoted for a shell
	Parts   int
	Dir     string // quoted for a shell
	Limit   string // --time-limit
	Wall    string // the scheduler's limit, HH:MM:SS
	Image   string
	Claim   string
}

func (c *planCommand) job(p *Program, cost *model.Cost, parts int) *job {
	// Twice the estimate: a part that needs more is submitted again.
	wall := time.Duration(2*cost.High/float64(parts)*float64(time.Second)).Round(time.Minute) + 5*time.Minute
	program, err := os.Executable()
	if err != nil || *c.For == "k8s" {
		program = Name
	}
	j := &job{
		Program: quoted(program), Parts: parts, Dir: quoted(c.Dir),
		Limit: (wall - 2*time.Minute).String(), Wall: fmt.Sprintf("%02d:%02d:00", int(wall.Hours()), int(wall.Minutes())%60),
		Image: c.Image, Claim: c.Claim,
	}
	for _, line := range c.tell(cost, parts) {
		j.About = append(j.About, declare.Printable(line))
	}
	var flags []string
	for _, text := range withoutFlags(p.args[1:], "for", "shards", "dir", "image", "claim", "output", "quiet", "workers") {
		flags = append(flags, quoted(text))
	}
	j.Request = strings.Join(flags, " ")
	return j
}

// write writes the job file of a kind. A Kubernetes job is YAML whose texts are filled
// in after it was parsed, so that none can be more than a text.
func (j *job) write(kind string, w io.Writer) error {
	if kind != "k8s" {
		return jobFiles.ExecuteTemplate(w, kind, j)
	}
	for _, line := range j.About {
		fmt.Fprintf(w, "# %s\n", line)
	}
	var document yaml.Node
	if err := yaml.Unmarshal(k8sText, &document); err != nil {
		return err
	}
	if err := j.fill(&document); err != nil {
		return err
	}
	encoder := yaml.NewEncoder(w)
	encoder.SetIndent(2)
	return encoder.Encode(&document)
}

func (j *job) fill(node *yaml.Node) error {
	for _, child := range node.Content {
		if err := j.fill(child); err != nil {
			return err
		}
	}
	if node.Kind != yaml.ScalarNode || !strings.Contains(node.Value, "{{") {
		return nil
	}
	blank, err := template.Must(jobFiles.Clone()).New("text").Parse(node.Value)
	if err != nil {
		return err
	}
	var text strings.Builder
	if err := blank.Execute(&text, j); err != nil {
		return err
	}
	if node.Tag == "!int" {
		node.Value, node.Tag, node.Style = text.String(), "!!int", 0
	} else {
		node.SetString(text.String())
	}
	return nil
}

// withoutFlags leaves flags with their values out of arguments.
func withoutFlags(args []string, names ...string) []string {
	var rest []string
	for i := 0; i < len(args); i++ {
		name, _, joined := strings.Cut(strings.TrimPrefix(args[i], "--"), "=")
		if strings.HasPrefix(args[i], "--") && slices.Contains(names, name) {
			if !joined && name != "quiet" {
				i++ // its value
			}
			continue
		}
		rest = append(rest, args[i])
	}
	return rest
}

// quoted is a word that a shell reads as text.
func quoted(text string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./=,:+@", r)
	}
	if text != "" && !strings.ContainsFunc(text, func(r rune) bool { return !plain(r) }) {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}
