package command

// installed has no commands on a page.
type installed struct{}

// scripting has no commands on a page.
type scripting struct{}
