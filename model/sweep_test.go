package model

import (
	"fmt"
	"strings"
	"testing"
)

func TestParseEpsilons(t *testing.T) {
	for text, want := range map[string]string{
		"0.5":          "[0.5]",
		"0.1,0.5,1":    "[0.1 0.5 1]",
		"0.1 inf":      "[0.1 +Inf]",
		"0.5:50:100":   "",
		"1:2:3":        "[1 1.5 2]",
		"0.1:2:20":     "[0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1 1.1 1.2 1.3 1.4 1.5 1.6 1.7 1.8 1.9 2]",
		"1:2":          "must be FROM:TO:COUNT",
		"2:1:3":        "finite and rising",
		"1:inf:3":      "finite and rising",
		"1:2:1":        "a count from 2",
		"1:2:1000000":  "a count from 2",
		"0:2:3":        "FROM must be a positive number",
		"1,x":          "must be a positive number or inf",
		",":            "its value is missing",
		"0.1,1:2:2":    "[0.1 1 2]",
		"log:0.1:10:3": "[0.1 1 10]",
		"log:1:8:4":    "[1 2 4 8]",
		"log:1:2":      "or log:FROM:TO:COUNT",
	} {
		t.Run(text, func(t *testing.T) {
			e, err := ParseEpsilons(text)
			switch {
			case err != nil:
				if want == "" || strings.HasPrefix(want, "[") || !strings.Contains(err.Error(), want) {
					t.Errorf("%q: %v, want %s", text, err, want)
				}
			case text == "0.5:50:100":
				if len(e) != 100 || e[0] != .5 || e[99] != 50 || e[1]-e[0] < .49999 || e[1]-e[0] > .50001 {
					t.Errorf("%q: %v", text, e)
				}
			default:
				if got := fmt.Sprint(e); got != want {
					t.Errorf("%q: %s, want %s", text, got, want)
				}
			}
		})
	}
}

// Ranges of rounds are whole numbers, each once and in order.
func TestParseRounds(t *testing.T) {
	for text, want := range map[string]string{
		"1e3,10":           "[1000 10]",
		"1e3:5e3:5":        "[1000 2000 3000 4000 5000]",
		"log:1:1e6:7":      "[1 10 100 1000 10000 100000 1000000]",
		"log:1:8:12":       "[1 2 3 4 5 7 8]",
		"5,1:3:3,2":        "[1 2 3 5]",
		"1:10:2000":        "a count from 2 to 1000",
		"0:10:5":           "FROM must be a whole number of at least 1",
		"1.5":              "must be a whole number of at least 1",
		"log:10:1:5":       "finite and rising",
		"log:1:10:5,x":     "must be a whole number of at least 1",
		"":                 "its value is missing",
		"log:1:1e6:7,1e99": "must be a whole number of at most 2^53",
	} {
		t.Run(text, func(t *testing.T) {
			at, err := ParseRounds(text)
			if got := fmt.Sprint(at); err == nil && got != want || err != nil && !strings.Contains(err.Error(), want) {
				t.Errorf("%s, %v, want %s", got, err, want)
			}
		})
	}
}
