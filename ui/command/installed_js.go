package command

// installed is empty, because a page lacks these commands.
type installed struct{}

// scripting is empty, because a page has no shell.
type scripting struct{}
