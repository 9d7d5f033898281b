//go:build !js

package command

import (
	_ "embed"
	"fmt"
	"io"
	"strings"
	"text/template"

	"go.yaml.in/yaml/v3"
)

//go:embed k8s.yaml
var k8sText []byte

// kubernetes writes a job of Kubernetes. It is YAML whose texts are filled in after it was
// parsed, so that none can be more than a text.
func (j *job) kubernetes(w io.Writer) error {
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
