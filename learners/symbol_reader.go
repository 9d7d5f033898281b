package learners

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// inPseudocode matches what is no symbol (arm's, the number of a step), an operator, or a word with
// its subscript and what follows.
var inPseudocode = regexp.MustCompile(`'s\b|\([ab]\) |[←~∝⌈⌊]|((?:\p{L}\p{Mn}*[₀₂′]?)+)(_(?:\{[^}]*\}|[\p{L}\d]))?(?:⁻¹)?(\(?)`)

// key returns the symbol of a match without what differs between its uses: "N_", "Lap(", or "t".
func key(match []string) string {
	switch {
	case match[1] == "":
		return match[0]
	case slices.Contains([]string{"ln", "log₂", "argmax"}, match[1]):
		return match[1]
	case match[3] == "(":
		return match[1] + "("
	case match[2] != "":
		return match[1] + "_"
	}
	return match[1]
}

// keys returns the symbols in a text, and the subscript of the first use of each.
func keys(text string) (found []string, subscripts map[string]string) {
	subscripts = map[string]string{}
	add := func(key, subscript string) {
		if !slices.Contains(found, key) {
			found = append(found, key)
			subscripts[key] = subscript
		}
	}
	for _, match := range inPseudocode.FindAllStringSubmatch(text, -1) {
		letters := []rune(match[1])
		letters = slices.DeleteFunc(letters, func(r rune) bool { return !unicode.IsLetter(r) })
		special := slices.ContainsFunc(letters, func(r rune) bool { return r > unicode.MaxASCII || unicode.IsUpper(r) })
		subscript := strings.Trim(match[2], "_{}")
		switch {
		case len(match[0]) > 0 && strings.ContainsRune("'(", rune(match[0][0])):
		case len(letters) == 2 && special && match[3] == "": // a product: Kt
			add(string(letters[0]), "")
			add(key([]string{"", string(letters[1]), match[2], ""}), subscript)
		case match[0] == "a": // the article; arm a is a subscript, too
		case len(letters) < 2, match[3] == "(", strings.ToUpper(match[1]) == match[1], key(match) == "ln",
			key(match) == "log₂", key(match) == "argmax":
			add(key(match), subscript)
		}
		for _, r := range subscript {
			if unicode.IsLetter(r) {
				add(string(r), "")
			}
		}
	}
	return found, subscripts
}

// SymbolsIn returns the symbols in a text of the learner's pseudocode: first those that the learner
// declares, in the order of its declaration, then common symbols in the order of the text. A symbol
// that neither declares has an empty Meaning.
func (d *Declaration) SymbolsIn(text string) []Symbol {
	var symbols []Symbol
	found, subscripts := keys(text)
	place := map[string]int{} // by name, which the subscript changes below
	for _, of := range found {
		s, at := meaning(of, d.Symbols, commonSymbols)
		if _, again := place[s.Name]; again {
			continue
		}
		place[s.Name] = at
		if letter := subscripts[of]; s.Common && letter != "" {
			s.Name = strings.Replace(s.Name, "_j", "_"+letter, 1)
			s.Meaning = strings.Replace(s.Meaning, "arm j", "arm "+letter, 1)
			place[s.Name] = at
		}
		symbols = append(symbols, s)
	}
	own := func(s Symbol) int { return min(place[s.Name], len(d.Symbols)) }
	slices.SortStableFunc(symbols, func(a, b Symbol) int { return cmp.Compare(own(a), own(b)) })
	return symbols
}

// meaning finds a symbol, and its place, among a learner's own or after these the common ones. A
// symbol without its subscript or argument, as in “the largest θ”, means the same as with it.
func meaning(of string, own, common []Symbol) (s Symbol, place int) {
	for _, end := range []string{"", "_", "("} {
		for i, s := range slices.Concat(own, common) {
			if key(inPseudocode.FindStringSubmatch(s.Name)) == of+end && (end != "(" || i < len(own)) {
				s.Common = i >= len(own)
				return s, i
			}
		}
		if strings.HasSuffix(of, "_") || strings.HasSuffix(of, "(") {
			break
		}
	}
	return Symbol{Name: of}, len(own)
}
