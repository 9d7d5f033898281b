package learners

import "regretscope/noise/param"

func init() {
	registerTSCF(Declaration{
		ID: "sw-ts-cf", Look: 30,
		Listing: Listing{
			Name:    "SW-TS-CF",
			Paper:   "this project's own: TS-CF on the window of GAJ Alg. 1",
			Brief:   "TS-CF on a sliding window",
			Summary: "TS-CF on a sliding window: a forgotten arm is drawn from its prior again",
		},
		Teaching:     Teaching{Symbols: []Symbol{{Name: "w", Meaning: "the length of the window, in rounds"}}},
		KnowsHorizon: true,
		Parameters:   param.List{windowParameter},
		Derive:       func(s Setting, _ param.Set, _ string) float64 { return windowLength(s) },
	}, "the last w rounds", windowSize)
}
