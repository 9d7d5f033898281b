// Package page is the program in a browser: folder site has what is written by hand, command
// build makes the site of it, and the tests behind the tag page open it in Chromium.
package page
