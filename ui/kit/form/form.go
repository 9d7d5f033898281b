package form

import (
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"regretscope/ui/kit/theme"
)

// Keys are the keys of a form.
type Keys struct {
	Up, Down, Turn, Back, Clear key.Binding
}

// NewKeys returns the usual keys. Letters are for the lines that they are typed
// into, so none of them moves.
func NewKeys() Keys {
	return Keys{
		Up:   key.NewBinding(key.WithKeys("up", "ctrl+p"), key.WithHelp("↑", "field before")),
		Down: key.NewBinding(key.WithKeys("down", "ctrl+n"), key.WithHelp("↓", "next field")),
		Turn: key.NewBinding(key.WithKeys("right", " ", "l"), key.WithHelp("←/→", "choose")),
		Back: key.NewBinding(key.WithKeys("left", "h"), key.WithHelp("←", "choose back")),
		// What the text input does with it, for the help.
		Clear: key.NewBinding(key.WithKeys("ctrl+u"), key.WithHelp("ctrl+u", "delete all before")),
	}
}

// A Section is fields under a title, with something to say where there are none.
type Section struct {
	Title  string // may be styled
	Note   string
	Fields []*Field
}

// A Form is sections of fields, one of which has the keyboard. The fields stay
// the screen's, which may give the form others at any time.
type Form struct {
	theme         *theme.Theme
	keys          Keys
	sections      []Section
	focus         *Field // nil where there are no fields
	active        bool
	width, height int
}

// New returns an empty form.
func New(theme *theme.Theme) *Form { return &Form{theme: theme, keys: NewKeys()} }

// SetSections changes what is asked. The focus stays on its field, or goes to
// the nearest place where that is gone.
func (f *Form) SetSections(sections []Section) {
	at := slices.Index(f.fields(), f.focus)
	f.sections = sections
	fields := f.fields()
	if slices.Contains(fields, f.focus) {
		return
	}
	f.focus = nil
	if len(fields) > 0 {
		f.focus = fields[min(max(at, 0), len(fields)-1)]
	}
}

// SetActive gives the form the keyboard, or takes it away.
func (f *Form) SetActive(active bool) { f.active = active }

// SetSize gives the form its room.
func (f *Form) SetSize(width, height int) { f.width, f.height = width, height }

// Focus is the field that keys go to, nil where there is none.
func (f *Form) Focus() *Field { return f.focus }

// Has says whether a field is in the form.
func (f *Form) Has(field *Field) bool { return slices.Contains(f.fields(), field) }

// FocusOn moves the focus, if the field is in the form.
func (f *Form) FocusOn(field *Field) {
	if f.Has(field) {
		f.focus = field
	}
}

// Typing says whether letters go into a line just now.
func (f *Form) Typing() bool { return f.active && f.focus != nil && f.focus.Typed() }

// Wrong returns the first field whose value is refused, nil where there is none.
func (f *Form) Wrong() *Field {
	for _, field := range f.fields() {
		if field.Err() != nil {
			return field
		}
	}
	return nil
}

// KeyMap lists the keys that do something just now.
func (f *Form) KeyMap() []key.Binding {
	switch {
	case f.focus == nil:
		return nil
	case f.focus.Typed():
		return []key.Binding{f.keys.Up, f.keys.Down, f.keys.Clear}
	default:
		return []key.Binding{f.keys.Up, f.keys.Down, f.keys.Turn}
	}
}

// Update takes a key.
func (f *Form) Update(msg tea.Msg) tea.Cmd {
	press, ok := msg.(tea.KeyMsg)
	if !ok || !f.active || f.focus == nil {
		return nil
	}
	switch {
	case key.Matches(press, f.keys.Up):
		f.Move(-1)
	case key.Matches(press, f.keys.Down):
		f.Move(1)
	case f.focus.Typed():
		f.focus.line.Press(press)
	case key.Matches(press, f.keys.Turn):
		f.focus.Turn(1)
	case key.Matches(press, f.keys.Back):
		f.focus.Turn(-1)
	}
	return nil
}

// Move goes to another field; the ends hold.
func (f *Form) Move(by int) {
	fields := f.fields()
	if len(fields) == 0 {
		return
	}
	at := slices.Index(fields, f.focus) + by
	f.focus = fields[min(max(at, 0), len(fields)-1)]
}

func (f *Form) fields() []*Field {
	var all []*Field
	for _, s := range f.sections {
		all = append(all, s.Fields...)
	}
	return all
}
