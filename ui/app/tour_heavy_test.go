//go:build heavy

package app

import "testing"

func TestTheLessonThatSamples(t *testing.T) { toTheEnd(t, sampling) }
