package lesson

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"regretscope/ui/kit/uitest"
)

// What is noted is there in the next program; a damaged file, a missing folder, and a folder that
// cannot be written count as no progress.
func TestProgressIsRemembered(t *testing.T) {
	all := All()
	folder := filepath.Join(t.TempDir(), "state", "regretscope")
	p := Remember(folder)
	if first, second := p.Greet(), Remember(folder).Greet(); !first || second || (*Progress)(nil).Greet() {
		t.Errorf("greets at the first start: %v, at the second: %v", first, second)
	}
	if p.Next().Name != all[0].Name {
		t.Errorf("begins with %s", p.Next().Name)
	}
	p.Note(all[0], func(m *Mark) { m.Done = true })
	p.Note(all[1], func(m *Mark) { m.Stop, m.Asked, m.Right = 3, []int{0, 2}, 1 })
	again := Remember(folder)
	if m := again.Of(all[1]); m.Stop != 3 || m.Right != 1 || !slices.Equal(m.Asked, []int{0, 2}) || !again.Of(all[0]).Done ||
		again.Next().Name != all[1].Name {
		t.Errorf("%+v", again)
	}
	if names, err := os.ReadDir(folder); err != nil || len(names) != 1 {
		t.Errorf("%v, %v", names, err)
	}
	again.Note(all[1], func(m *Mark) { m.Done = true })
	if again.Next().Name != all[2].Name {
		t.Errorf("after %s comes %s", all[1].Name, again.Next().Name)
	}
	last := all[len(all)-1]
	again.Note(last, func(m *Mark) { m.Done = true })
	if again.Next().Name != all[2].Name {
		t.Errorf("after the last lesson comes %s", again.Next().Name)
	}
	if err := again.Forget()(); err != nil || again.Next().Name != all[0].Name || Remember(folder).Of(all[0]).Done {
		t.Errorf("not forgotten: %+v, %v", again, err)
	}
	for _, text := range []string{"", "{", "[]", `{"Lessons": null}`, `{"Lessons": {"regret": {"Stop": 99}}}`, `{"Last": "gone", "Lessons": {}}`} {
		uitest.NoError(t, os.WriteFile(filepath.Join(folder, "lessons.json"), []byte(text), 0o600))
		if p := Remember(folder); p.Next().Name != all[0].Name || p.Of(all[1]).Stop != 0 {
			t.Errorf("%q counts as %+v", text, p)
		}
	}
	file := filepath.Join(folder, "lessons.json")
	p = Remember(filepath.Join(file, "no folder"))
	p.Note(all[0], func(m *Mark) { m.Done = true })
	if !p.Of(all[0]).Done || p.Forget()() == nil {
		t.Error("it is not remembered without a file")
	}
	var none *Progress
	none.Note(all[0], func(*Mark) { t.Error("noted") })
	if none.Of(all[0]).Done || none.Next().Name != all[0].Name || Remember("") != nil {
		t.Error("nil remembers something")
	}
	own := *all[0]
	own.BuiltIn = false
	Remember(folder).Note(&own, func(*Mark) { t.Error("a lesson of a file is noted") })
}

// Two terminals do not overwrite each other's marks, and do not undo forgetting.
func TestProgressOfTwoTerminals(t *testing.T) {
	all, folder := All(), t.TempDir()
	one, two := Remember(folder), Remember(folder)
	done := func(m *Mark) { m.Done = true }
	one.Note(all[0], done)
	two.Note(all[1], done)
	one.Note(all[1], func(m *Mark) { m.Stop = 2 })
	two.Refresh()
	if m := two.Of(all[1]); !two.Of(all[0]).Done || !m.Done || m.Stop != 2 {
		t.Errorf("the second does not see what the first noted: %+v", two)
	}
	if p := Remember(folder); !p.Of(all[0]).Done || !p.Of(all[1]).Done || p.Of(all[1]).Stop != 2 {
		t.Errorf("%+v", p)
	}
	uitest.NoError(t, two.Forget()())
	one.Note(all[2], done)
	if p := Remember(folder); p.Of(all[0]).Done || p.Of(all[1]).Done || !p.Of(all[2]).Done {
		t.Errorf("after forgetting: %+v", p)
	}
}
