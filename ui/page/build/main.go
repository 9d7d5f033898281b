// Command build makes the site that runs the program in a browser: a folder of files for
// any static server. Equal sources give equal bytes, in whatever folder.
//
//	.ci/page FOLDER [--serve PORT]
//
// It needs Go, and npm for the terminal, and is run at the top of the source tree.
package main

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

const (
	site   = "ui/page/site"
	still  = "testdata/pictures/readme.svg" // shown while the program loads
	script = "testdata/scripts/tour.script"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "page:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	port := 0
	if len(args) == 3 && args[1] == "--serve" {
		n, err := strconv.Atoi(args[2])
		if err != nil || n < 1 || n > 65535 {
			return fmt.Errorf("--serve %s: must be a port from 1 to 65535", args[2])
		}
		port, args = n, args[:1]
	}
	if len(args) != 1 || args[0] == "" || strings.HasPrefix(args[0], "-") {
		return errors.New("usage: .ci/page FOLDER [--serve PORT]")
	}
	folder := args[0]
	if err := build(folder); err != nil {
		return err
	}
	if port == 0 {
		return nil
	}
	address := "127.0.0.1:" + strconv.Itoa(port)
	fmt.Printf("http://%s/\n", address)
	return http.ListenAndServe(address, http.FileServer(http.Dir(folder)))
}

// build makes the site in a folder that is new or empty.
func build(folder string) error {
	if there, err := os.ReadDir(folder); err == nil && len(there) > 0 {
		return fmt.Errorf("%s: is not empty; name a new folder", folder)
	}
	for _, step := range []func(string) error{static, terminal, program, manual, compress, report} {
		if err := step(folder); err != nil {
			return err
		}
	}
	return nil
}

// static copies what is written by hand, and the script of the tour.
func static(folder string) error {
	if err := os.CopyFS(folder, os.DirFS(site)); err != nil {
		return err
	}
	for from, to := range map[string]string{still: "still.svg", script: "run/tour.script", "LICENSE": "LICENSE"} {
		if err := copyFile(from, filepath.Join(folder, to)); err != nil {
			return err
		}
	}
	return nil
}

func copyFile(from, to string) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, text, 0o644)
}

// output runs a command and returns what it prints.
func output(name string, args ...string) (string, error) {
	text, err := exec.Command(name, args...).Output()
	if failed := new(exec.ExitError); errors.As(err, &failed) {
		err = fmt.Errorf("%w: %s", err, strings.TrimSpace(string(failed.Stderr)))
	}
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(text)), nil
}
