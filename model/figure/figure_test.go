package figure

import (
	"strings"
	"testing"
)

const specified = `hhmh-fig1 hhmh-fig2 hhmh-thm hhmh-always hhmh-experts ww-table1 ww-table2 chh-table1 chh-fig1 chh-fig2a chh-fig2b chh-fig3 chh-table3
	chh-fig4a chh-fig4b chh-fig5a chh-fig5b jzl-fig2a jzl-fig2b jzl-fig2c jzl-fig2d jzl-fig2e jzl-fig2f jzl-remark1 gaj-thm1 gaj-corollary1 gaj-corollary2
	gaj-linear gaj-optimal gaj-windows azize25`

func TestEveryFigureIsThere(t *testing.T) {
	for _, id := range strings.Fields(specified) {
		t.Run(id, func(t *testing.T) {
			if _, err := Find(id); err != nil {
				t.Error(err)
			}
			if _, err := FindLineup(id); err != nil {
				t.Errorf("as a comparison: %v", err)
			}
		})
	}
	if _, err := Find("hhmh-fig3"); err == nil || !strings.Contains(err.Error(), "hhmh-fig") {
		t.Errorf("error %v does not name the nearest", err)
	}
}
