package learners_test

var adapKLUCBWritings = []slowWriting{
	{"adap-klucb", 5000, .6, func(s banditSetting, wrong slips) slowLearner {
		return newSlowAdaP(s, wrong, 3.1, true)
	}, []string{"scale", "width", "bias", "length", "late"}},
	{"adap-klucb,alpha=.3", 5000, .6, func(s banditSetting, wrong slips) slowLearner {
		return newSlowAdaP(s, wrong, .3, true)
	}, []string{"scale", "width", "bias", "length", "late"}},
}
