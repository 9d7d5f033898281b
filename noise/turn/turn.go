// Package turn gives other work its turn where a program has one thread only, as in a
// browser.
package turn
