// Package kit is what all screens share: blocks of text of an exact size, frames,
// bars, columns for arms, the key bar and the help made from key bindings, and
// numbers as they stand on screen. What belongs to one screen only does not
// belong here, nor does anything that computes a quantity of a run.
package kit
