package command

// installed is the commands that a page leaves out.
type installed struct{}

// scripting is likewise the commands for shells.
type scripting struct{}
