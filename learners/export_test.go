package learners

// What tests in package learners_test compute indices by.
var (
	KLRank, PrivateRank = klRank, privateRank
	KLUpper, KLLower    = klUpper, klLower
)
