package learners_test

var dpIMEDWritings = []slowWriting{
	{"dp-imed", 5000, .9, func(s banditSetting, wrong slips) slowLearner {
		return newSlowBatches(s, wrong, 2, true)
	}, []string{"scale", "width", "bias", "length"}},
	{"dp-imed,alpha=1.3", 3000, .9, func(s banditSetting, wrong slips) slowLearner {
		return newSlowBatches(s, wrong, 1.3, true)
	}, []string{"scale", "width", "bias", "length"}},
}
