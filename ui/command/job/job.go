//go:build !js

// Package job writes the job files that run an experiment on a cluster.
package job

import (
	_ "embed"
	"fmt"
	"io"
	"strings"
	"text/template"

	"go.yaml.in/yaml/v3"
)

//go:embed jobs.tmpl
var jobText string

//go:embed k8s.yaml
var k8sText []byte

var jobFiles = template.Must(template.New("jobs").Parse(jobText))

// A Job is what a job file is made of.
type Job struct {
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

// Write writes the job file of a kind. A Kubernetes job is YAML whose texts are filled in
// after it was parsed, so that each is a text and nothing more.
func (j *Job) Write(kind string, w io.Writer) error {
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

func (j *Job) fill(node *yaml.Node) error {
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
