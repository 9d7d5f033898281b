package noise

// Turn is called between the rounds of long work. In a page it lets the only thread receive keys;
// elsewhere it does nothing.
var Turn = func() {}
