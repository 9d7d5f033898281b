package command

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"regretscope/ui/app"
	"regretscope/ui/command/flags"
	"regretscope/ui/kit/uitest"
)

// A sheet with pictures refers to the screens of its questions, in new files on a light background.
func TestASheetHasPictures(t *testing.T) {
	l, err := flags.OpenLesson("matroid")
	uitest.NoError(t, err)
	folder := filepath.ToSlash(filepath.Join(t.TempDir(), "new folder"))
	text, err := app.Sheet(app.Options{Lesson: l}, false, saveIn(folder))
	if err != nil || strings.Count(text, "![") != 4 {
		t.Fatalf("%v\n%s", err, text)
	}
	for _, stop := range []int{1, 3, 5, 6} {
		path := fmt.Sprintf("%s/stop-%d.svg", folder, stop)
		picture, err := os.ReadFile(path)
		if ask := l.Stops[stop-1].Ask[:20]; err != nil || !strings.Contains(text, "(<"+path+">)") || !strings.Contains(string(picture), ask) ||
			!strings.Contains(string(picture), `fill="#ffffff"`) || !strings.Contains(string(picture), fmt.Sprintf("lesson matroid --at-stop %d", stop)) {
			t.Errorf("stop %d: %v, no %q in\n%s", stop, err, ask, picture)
		}
	}
	uitest.NoError(t, os.Remove(folder+"/stop-1.svg"))
	defer func() {
		if _, err := os.Stat(folder + "/stop-1.svg"); err == nil {
			t.Error("a picture is written beside old ones")
		}
	}()
	if _, err := app.Sheet(app.Options{Lesson: l}, false, saveIn(folder)); err == nil || !strings.Contains(err.Error(), "already exists") {
		t.Errorf("pictures are overwritten: %v", err)
	}
}
