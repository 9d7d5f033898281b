package learners

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// A Symbol is a symbol of pseudocode, as in N_j or Lap(b), and its meaning in half a line.
type Symbol struct {
	Name, Meaning string
	// Common means that the symbol has this meaning in the pseudocode of other learners, too.
	Common bool
}

// commonSymbols mean the same in all pseudocode that does not declare them otherwise. An arm j has
// another letter in some of it.
var commonSymbols = []Symbol{
	{Name: "←", Meaning: "gets the value"},
	{Name: "~", Meaning: "is drawn from"},
	{Name: "∝", Meaning: "is proportional to"},
	{Name: "⌈x⌉", Meaning: "x rounded up"},
	{Name: "⌊x⌋", Meaning: "x rounded down"},
	{Name: "ln", Meaning: "the natural logarithm"},
	{Name: "log₂", Meaning: "the logarithm to base 2"},
	{Name: "exp(x)", Meaning: "e to the power of x"},
	{Name: "max(x, y)", Meaning: "the larger of the two"},
	{Name: "min(x, y)", Meaning: "the smaller of the two"},
	{Name: "argmax_j", Meaning: "the j with the largest"},
	{Name: "kl(p, q)", Meaning: "how unlike a coin of chance p is to one of chance q"},
	{Name: "clip(x)", Meaning: "x, but 0 if it is below 0 and 1 if above 1"},
	{Name: "Beta(a, b)", Meaning: "a random mean after a − 1 ones and b − 1 zeros"},
	{Name: "Bernoulli(x)", Meaning: "1 with probability x, otherwise 0"},
	{Name: "N(m, v)", Meaning: "a normal draw of mean m and variance v"},
	{Name: "Lap(b)", Meaning: "a draw of Laplace noise of scale b, around 0"},
	{Name: "t", Meaning: "the round"},
	{Name: "K", Meaning: "the number of arms"},
	{Name: "T", Meaning: "the horizon: the number of rounds"},
	{Name: "ε", Meaning: "the privacy parameter: a small ε means much noise"},
	{Name: "j", Meaning: "any arm"},
	{Name: "a", Meaning: "any arm"},
	{Name: "e", Meaning: "any arm"},
	{Name: "i", Meaning: "any arm"},
	{Name: "J", Meaning: "the arm that is pulled"},
	{Name: "X_j", Meaning: "the reward of arm j"},
	{Name: "θ_j", Meaning: "a possible mean, drawn for arm j"},
	{Name: "q", Meaning: "a possible mean"},
	{Name: "x", Meaning: "any number"},
}

// Symbols that learners of a family share.
var (
	tallySymbols = []Symbol{
		{Name: "S_j", Meaning: "the sum of the rewards of arm j"},
		{Name: "N_j", Meaning: "the number of rewards of arm j"},
	}
	freshSymbols = []Symbol{
		{Name: "ũ_j", Meaning: "the noisy mean of arm j's newest full batch"},
		{Name: "O_j", Meaning: "the number of rewards in that batch"},
		{Name: "r_j", Meaning: "how often arm j's batch length has doubled"},
		{Name: "N_j", Meaning: "the number of rewards in the unfinished batch"},
		{Name: "Φ_j", Meaning: "the sum of the rewards in the unfinished batch"},
	}
	bitSymbols = append([]Symbol{
		{Name: "B_j", Meaning: "a person's bit: 1 with the reward as its chance"},
	}, freshSymbols...)
	matroidSymbols = []Symbol{
		{Name: "w", Meaning: "the weight, or reward, that an arm gives"},
		{Name: "T_e", Meaning: "the number of weights in e's newest full batch"},
		{Name: "s_e", Meaning: "how often e's batch length has doubled"},
		{Name: "w̃_e", Meaning: "the noisy mean of that batch"},
		{Name: "ε₀", Meaning: "the ε of one arm's release"},
		{Name: "r", Meaning: "the rank: the number of arms in a basis (K in the paper)"},
		{Name: "A", Meaning: "the basis that is played"},
	}
	batchSymbols = []Symbol{
		{Name: "n_j", Meaning: "the number of rewards behind m_j"},
		{Name: "m_j", Meaning: "the noisy mean of arm j's newest batch"},
		{Name: "t", Meaning: "the round in which the batch begins"},
	}
	epochSymbols = []Symbol{
		{Name: "J_r", Meaning: "the leader that is picked after epoch r"},
		{Name: "r", Meaning: "the number of the epoch, of 2^(r−1) rounds"},
		{Name: "Φ_j", Meaning: "the sum of action j's rewards in this epoch"},
	}
	reportSymbols = []Symbol{
		{Name: "λ̂_a", Meaning: "the mean of the reports of arm a that count"},
		{Name: "N_a", Meaning: "the number of these reports"},
		{Name: "g_a(x)", Meaning: "the mean report of an arm of mean x; g_a⁻¹ takes it back"},
	}
	levelSymbols = append([]Symbol{{Name: "f(x)", Meaning: "the level: how much evidence rules a mean out"}}, reportSymbols...)
	onesSymbols  = []Symbol{
		{Name: "θ_a", Meaning: "a possible mean bit, drawn for arm a"},
		{Name: "S_a", Meaning: "the number of ones among the bits of arm a"},
		{Name: "F_a", Meaning: "the number of zeros among them"},
		{Name: "g_a(x)", Meaning: "the mean bit of an arm of mean x; g_a⁻¹ takes it back"},
	}
)

// What learners without privacy, and with local privacy, pay for it.
const (
	paysNothing = "It has no privacy, and pays nothing for it: its plays may reveal a reward."
	paysReports = "It pays for privacy before it learns anything: rewards arrive as random reports, so it needs more of them."
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
	position := map[string]int{} // by name, which the subscript changes below
	for _, of := range found {
		s, at := meaning(of, d.Symbols, commonSymbols)
		if _, again := position[s.Name]; again {
			continue
		}
		position[s.Name] = at
		if letter := subscripts[of]; s.Common && letter != "" {
			s.Name = strings.Replace(s.Name, "_j", "_"+letter, 1)
			s.Meaning = strings.Replace(s.Meaning, "arm j", "arm "+letter, 1)
			position[s.Name] = at
		}
		symbols = append(symbols, s)
	}
	rank := func(s Symbol) int { return min(position[s.Name], len(d.Symbols)) }
	slices.SortStableFunc(symbols, func(a, b Symbol) int { return cmp.Compare(rank(a), rank(b)) })
	return symbols
}

// meaning finds a symbol, and its position, among a learner's own or after these the common ones. A
// symbol without its subscript or argument, as in “the largest θ”, means the same as with it.
func meaning(of string, own, common []Symbol) (s Symbol, position int) {
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
