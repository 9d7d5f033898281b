package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha512"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// A dependency is a package of the npm registry: a version, what its archive hashes to
// (SHA-512), and which of its files the site takes under which name.
type pack struct {
	name, version, hash string
	files               map[string]string
}

// The terminal is xterm.js, which reads every sequence that the program writes and which
// editors have used for years; nothing of our own would be smaller or safer.
var packs = []pack{
	{
		"@xterm/xterm", "6.0.0", "TQwDdQGtwwDt+2cgKDLn0IRaSxYu1tSUjgKarSDkUM0ZNiSRXFpjxEsvc/Zgc5kq5omJ+V0a8/kIM2WD3sMOYg==",
		map[string]string{"package/lib/xterm.js": "xterm.js", "package/css/xterm.css": "xterm.css", "package/LICENSE": "LICENSE"},
	},
	{
		"@xterm/addon-fit", "0.11.0", "jYcgT6xtVYhnhgxh3QgYDnnNMYTcf8ElbxxFzX0IZo+vabQqSPAjC3c1wJrKB5E19VwQei89QCiZZP86DCPF7g==",
		map[string]string{"package/lib/addon-fit.js": "addon-fit.js", "package/LICENSE": "LICENSE-addon-fit"},
	},
}

// terminal fetches the packages.
func terminal(folder string) error {
	scratch, err := os.MkdirTemp("", "page-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	to := filepath.Join(folder, "xterm")
	if err := os.Mkdir(to, 0o755); err != nil {
		return err
	}
	for _, p := range packs {
		if err := p.fetch(scratch, to); err != nil {
			return fmt.Errorf("%s %s: %w", p.name, p.version, err)
		}
	}
	return nil
}

func (p *pack) fetch(scratch, folder string) error {
	name, err := output("npm", "pack", "--silent", "--ignore-scripts", "--pack-destination", scratch, p.name+"@"+p.version)
	if err != nil {
		return err
	}
	archive, err := os.ReadFile(filepath.Join(scratch, filepath.Base(name)))
	if err != nil {
		return err
	}
	return p.unpack(archive, folder)
}

// unpack writes the files of an archive, if it is the one that is meant.
func (p *pack) unpack(archive []byte, folder string) error {
	if sum := sha512.Sum512(archive); base64.StdEncoding.EncodeToString(sum[:]) != p.hash {
		return errors.New("the archive does not have the hash that the source names")
	}
	unzipped, err := gzip.NewReader(bytes.NewReader(archive))
	if err != nil {
		return err
	}
	found := 0
	for entries := tar.NewReader(unzipped); ; {
		header, err := entries.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		to := p.files[header.Name]
		if to == "" {
			continue
		}
		text, err := io.ReadAll(entries)
		if err != nil {
			return err
		}
		if strings.HasSuffix(to, ".js") { // whose map is not there
			if at := bytes.LastIndex(text, []byte("//# sourceMappingURL=")); at >= 0 {
				text = text[:at]
			}
		}
		if err := os.WriteFile(filepath.Join(folder, to), text, 0o644); err != nil {
			return err
		}
		found++
	}
	if found != len(p.files) {
		return fmt.Errorf("%d of %d files are in the archive", found, len(p.files))
	}
	return nil
}
