// Package theme decides how everything on screen looks: styles, the colours and
// characters of series, and the few glyphs that must mean the same everywhere.
// What does not belong here: sizes, layout, words, and anything that knows what
// is being shown.
//
// # What a component is
//
// There is one tea.Model, the root of package app; it routes messages and gives
// out room. Every other part of a screen is a plain struct with
//
//	New(theme *theme.Theme, …) *Part
//	SetSize(width, height int)     // the room it has; View fills it, never more
//	Update(msg tea.Msg) tea.Cmd    // takes a message, may ask for a command
//	View() string                  // at most height lines of at most width cells
//
// Update and View are cheap: whatever takes longer than a key press may take is
// a command. What a part has to tell its surroundings it says by a small named
// message, returned from a command (setup.StartMsg, run.SetupMsg); it never
// reaches into another part. Keys are key.Bindings in a key map, so that help is
// made from them; a disabled key says why. Global keys (Ctrl-C) are the root's.
// Styles come from the injected Theme alone, never from lipgloss's default
// renderer; a selection is marked by a glyph besides its colour, because without
// colours there is neither bold nor reverse.
package theme
