package theme

import (
	"io"
	"testing"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"
	"github.com/guptarohit/asciigraph"
	"github.com/muesli/termenv"
)

func themeFor(profile termenv.Profile, shade Shade) *Theme {
	renderer := lipgloss.NewRenderer(io.Discard)
	renderer.SetColorProfile(profile)
	return New(renderer, shade)
}

func TestColorlessOutputHasNoEscapes(t *testing.T) {
	theme := themeFor(termenv.Ascii, Dark)
	if !theme.Colorless() {
		t.Error("the theme does not know that it is colorless")
	}
	for name, style := range map[string]lipgloss.Style{
		"Text": theme.Text, "Faint": theme.Faint, "Strong": theme.Strong, "Title": theme.Title,
		"Accent": theme.Accent, "Good": theme.Good, "Warn": theme.Warn, "Bad": theme.Bad,
		"Selected": theme.Selected, "Border": theme.Border, "BorderFocused": theme.BorderFocused,
		"Series": theme.Series(0).Style,
	} {
		t.Run(name, func(t *testing.T) {
			if got := style.Render("x"); got != "x" {
				t.Errorf("%s renders %q", name, got)
			}
		})
	}
	for i := range 10 {
		if ink := theme.Series(i).Ink; ink != asciigraph.Default {
			t.Errorf("series %d has ink %d", i, ink)
		}
	}
}

func TestSelectionHasAGlyph(t *testing.T) {
	theme := themeFor(termenv.Ascii, Dark)
	if got := theme.Select("arm 3", true); got != "▸ arm 3" {
		t.Errorf("selected: %q", got)
	}
	if got := theme.Select("arm 3", false); got != "  arm 3" {
		t.Errorf("not selected: %q", got)
	}
}

func TestSeriesDiffer(t *testing.T) {
	tests := []struct {
		name     string
		profile  termenv.Profile
		distinct int
	}{
		{"256 colors", termenv.ANSI256, 16},
		{"16 colors", termenv.ANSI, 16},
		{"no colors", termenv.Ascii, 4},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for _, shade := range []Shade{Unknown, Dark, Light} {
				theme := themeFor(test.profile, shade)
				seen := map[string]int{}
				for i := range test.distinct {
					s := theme.Series(i)
					look := s.Ink.String() + s.Chars.Horizontal + s.Chars.VerticalLine
					if before, ok := seen[look]; ok {
						t.Errorf("%s, shade %v: series %d looks like series %d", test.name, shade, i, before)
					}
					seen[look] = i
				}
			}
		})
	}
}

func TestSixteenColorsAreEnough(t *testing.T) {
	for _, shade := range []Shade{Unknown, Dark, Light} {
		theme := themeFor(termenv.ANSI, shade)
		for i := range 16 {
			if ink := theme.Series(i).Ink; ink > 15 {
				t.Errorf("shade %v: series %d uses color %d", shade, i, ink)
			}
		}
	}
}

func TestGlyphsTakeOneCell(t *testing.T) {
	for _, glyph := range []string{
		SelectedGlyph, PlayGlyph, BestGlyph, DroppedGlyph, EventGlyph, BreakGlyph, HeadGlyph, Ellipsis,
	} {
		if w := ansi.StringWidth(glyph); w != 1 {
			t.Errorf("%q takes %d cells", glyph, w)
		}
	}
}
