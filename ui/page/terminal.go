package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// taken maps the files that the site uses to their names there. The terminal is xterm.js, which
// understands every sequence that the program writes and which editors have used for years. Nothing
// of our own would be smaller or safer. package-lock.json has its versions and the hashes of its
// archives.
var taken = map[string]string{
	"xterm/lib/xterm.js": "xterm.js", "xterm/css/xterm.css": "xterm.css", "xterm/LICENSE": "LICENSE",
	"addon-fit/lib/addon-fit.js": "addon-fit.js", "addon-fit/LICENSE": "LICENSE-addon-fit",
}

// terminal downloads the terminal's packages, and copies the files that the site uses.
func terminal(folder string) error {
	scratch, err := os.MkdirTemp("", "page-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	for _, name := range []string{"package.json", "package-lock.json"} {
		if err := copyFile(filepath.Join("ui/page", name), filepath.Join(scratch, name)); err != nil {
			return err
		}
	}
	fetch := exec.Command("npm", "ci", "--loglevel=error", "--ignore-scripts", "--no-audit", "--no-fund")
	fetch.Dir, fetch.Stderr = scratch, os.Stderr
	if err := fetch.Run(); err != nil {
		return fmt.Errorf("npm ci: %w", err)
	}
	to := filepath.Join(folder, "xterm")
	if err := os.Mkdir(to, 0o755); err != nil {
		return err
	}
	for from, name := range taken {
		text, err := os.ReadFile(filepath.Join(scratch, "node_modules/@xterm", from))
		if err != nil {
			return err
		}
		if at := bytes.LastIndex(text, []byte("//# sourceMappingURL=")); at >= 0 && strings.HasSuffix(name, ".js") {
			text = text[:at] // the site lacks the map
		}
		if err := os.WriteFile(filepath.Join(to, name), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}
