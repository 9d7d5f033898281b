// Package form holds the pieces with which screens ask people for values: an
// editable line, a field that refuses nonsense in place, and a form of fields
// in sections, also those of a learner's parameters. What does not belong here: what
// any value means to a run.
package form
