// Package theme decides how everything on screen looks: styles, the colours and
// characters of series, and the few glyphs that must mean the same everywhere.
// What does not belong here: sizes, layout, words, and anything that knows what
// is being shown.
package theme
