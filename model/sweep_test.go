package model

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// parses holds what a text gives to what is wanted, written out, or a part of the error.
func parses[T any](t *testing.T, parse func(text string) ([]T, error), want map[string]string) {
	t.Helper()
	for text, want := range want {
		t.Run(text, func(t *testing.T) {
			got, err := parse(text)
			if err == nil && fmt.Sprint(got) != want || err != nil && !strings.Contains(err.Error(), want) {
				t.Errorf("%v, %v, want %s", got, err, want)
			}
		})
	}
}

func TestParseEpsilons(t *testing.T) {
	parses(t, ParseEpsilons, map[string]string{
		"0.5":          "[0.5]",
		"0.1,0.5,1":    "[0.1 0.5 1]",
		"0.1 inf":      "[0.1 +Inf]",
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
	})
	if e := must(ParseEpsilons("0.5:50:100")); len(e) != 100 || e[0] != .5 || e[99] != 50 || math.Abs(e[1]-1) > 1e-12 {
		t.Error(e)
	}
}

// Ranges of rounds are whole numbers, each once and in order.
func TestParseRounds(t *testing.T) {
	parses(t, ParseRounds, map[string]string{
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
	})
}
