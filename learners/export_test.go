package learners

// For tests in package learners_test.
var (
	KLRank, PrivateRank = klRank, privateRank
	KLUpper, KLLower    = klUpper, klLower
	CommonSymbols       = &commonSymbols
)
