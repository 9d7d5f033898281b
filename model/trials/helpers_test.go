package trials

import (
	"regretscope/model/modeltest"
	"regretscope/scenarios/scenariotest"
)

// Helpers of other packages.
var (
	config, opened, checked, choose = modeltest.Config, modeltest.Opened, modeltest.Checked, modeltest.Choose
	preset, arms, invented, asTable = scenariotest.Preset, scenariotest.Arms, scenariotest.Rewards, scenariotest.Table
)
