package outfile

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"regretscope/noise/param"
)

// StateFolder returns the system's folder for what programs remember, or "" if there is none.
func StateFolder() string {
	if folder := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(folder) {
		return filepath.Join(folder, "regretscope")
	}
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		folder, err := os.UserConfigDir()
		if err != nil {
			return ""
		}
		return filepath.Join(folder, "regretscope")
	}
	home, err := os.UserHomeDir()
	if err != nil || !filepath.IsAbs(home) {
		return ""
	}
	return filepath.Join(home, ".local", "state", "regretscope")
}

// SaveState writes a value as JSON to a file, in a folder that need not exist. Errors are ignored: a
// program works as well without its state.
func SaveState(path string, value any) {
	if os.MkdirAll(filepath.Dir(path), 0o700) == nil {
		_ = Replace(path, func(w io.Writer) error { return json.NewEncoder(w).Encode(value) })
	}
}

// LoadState reads what SaveState wrote.
func LoadState(path string, value any) error {
	text, err := param.ReadText(path)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, value)
}

// ForgetState deletes what SaveState wrote, if there is anything.
func ForgetState(path string) error {
	if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
