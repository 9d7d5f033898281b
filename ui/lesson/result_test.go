package lesson

import (
	"fmt"
	"strings"
	"testing"

	"regretscope/model/trials"
)

// A result says what was handed in. Every wrong, missing, or swapped character is noticed, and so is
// another lesson.
func TestResultsHaveNoTypingErrors(t *testing.T) {
	l, other := All()[1], All()[2]
	result := l.Result(2, 18_446_744_073_709_551_615)
	said, err := l.ReadResult(result)
	if want := "Lesson regret, version " + trials.Version + fmt.Sprintf(": 2 of %d questions right at the first try, seed 18446744073709551615.",
		l.Questions()); err != nil || said != want {
		t.Fatalf("%q, %v, want %q", said, err, want)
	}
	wrong := []string{"", ":", ":::", result + "0", other.Result(2, 1)}
	for i := range result {
		wrong = append(wrong, result[:i]+result[i+1:])
		for _, c := range "0189af:/. " {
			wrong = append(wrong, result[:i]+string(c)+result[i+1:])
		}
		if i > 0 {
			wrong = append(wrong, result[:i-1]+result[i:i+1]+result[i-1:i]+result[i+1:])
		}
	}
	for _, text := range wrong {
		if said, err := l.ReadResult(text); text != result && (err == nil || !strings.Contains(err.Error(), "typing error")) {
			t.Errorf("%s for %s: %q, %v", text, result, said, err)
		}
	}
}
