// Package report writes what came out of reproducing the papers' figures:
// pictures for files and for a terminal, and a report in Markdown and in HTML
// that stands by itself. What does not belong here: which claims there are and
// how they are decided (package figure), and how a chart is drawn.
package report
