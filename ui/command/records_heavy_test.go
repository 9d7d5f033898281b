//go:build heavy

package command

import "testing"

func TestRunsThatAreKilledOften(t *testing.T) { killed(t, 20) }
