// Package audit is the screen on which what learners claim of privacy stands
// beside what is true: exactly, at once; and by running them, on request. What
// does not belong here: how anything is audited (packages model and noise/audit),
// what a run has spent (the privacy panel), and twin universes (package twin).
package audit
