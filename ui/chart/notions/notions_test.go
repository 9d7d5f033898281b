package notions

import (
	"strings"
	"testing"

	"regretscope/noise/privacy"
	"regretscope/noise/selection"
)

// What sentences say is what is known: of a Laplace sum with m = 1, f(.05) = 1 − e·.05.
func TestSentencesSayTheCurves(t *testing.T) {
	said := strings.Join(Of(privacy.LaplaceSum{Scale: 1}).Sentences(), " ")
	for _, want := range []string{"misses at least 86.4%", "μ = 1.03, 73.1%", "without any information, 95%", "0.3935 at ε = 0,", "0 at ε = 1."} {
		if !strings.Contains(said, want) {
			t.Errorf("no %q in %s", want, said)
		}
	}
	said = strings.Join(Of(privacy.NoisyMax{Noise: selection.Laplace, Scale: 1, Arms: 5}).Sentences(), " ")
	if !strings.Contains(said, "was found that misses") || !strings.Contains(said, "≥ ") {
		t.Errorf("a search is told as exact: %s", said)
	}
	if text := Sentence("μ", privacy.GaussianSum{Deviation: 2}.Mu(), func(x float64) string { return "½" }); text != "μ = ½, exact; worst where a reward goes from 0 to 1" {
		t.Error(text)
	}
}
