// Package kit is what all screens are built from: blocks of text of an exact
// size, frames, bars, tables, scrolling, columns for arms, the key bar and the
// help made from key bindings, numbers as they stand on screen, and work in the
// background. What belongs to one screen only does not belong here, nor does
// anything that computes a quantity of a run.
//
// # What a component is
//
// There is one tea.Model, the root of package app; it routes messages and gives
// out room. Every other part of a screen is a plain struct with
//
//	New(theme *theme.Theme, …) *Part
//	SetSize(width, height int)     // the room it has; View fills it, never more
//	Update(msg tea.Msg) tea.Cmd    // handles a message, may return a command
//	View() string                  // at most height lines of at most width cells
//
// Update and View are cheap. Whatever takes longer than a key press may take is
// a Task, which runs in the background and whose stale results are dropped. View
// computes nothing: it draws what Update and SetSize have prepared. Where the
// parts of a screen lie is a pure function from the size to rectangles, with a
// test that draws them as an ASCII picture.
//
// A screen embeds a Drawing, which keeps its room and what was drawn last, and says
// what keeps it from being shown.
//
// A part tells its surroundings something by a small named message, returned
// from a command (setup.StartMsg, run.SetupMsg); it never reaches into another
// part. What a screen can do is its list of Commands, with names and
// keys; help and the key bar are made from it, and a command that is refused says
// why. Global keys (Ctrl-C) are the root's. Styles come from the injected theme
// alone, never from lipgloss's default renderer; a selection is marked by a glyph
// besides its colour, because without colours there is neither bold nor reverse.
package kit
