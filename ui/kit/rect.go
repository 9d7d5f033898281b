package kit

// A Rect is a rectangle of cells; the upper left corner of a screen is 0,0.
type Rect struct{ X, Y, Width, Height int }

// Empty reports whether there is nothing to draw.
func (r Rect) Empty() bool { return r.Width <= 0 || r.Height <= 0 }

// Contains reports whether a cell lies in the rectangle.
func (r Rect) Contains(x, y int) bool {
	return x >= r.X && x < r.X+r.Width && y >= r.Y && y < r.Y+r.Height
}

// Inside is the room that a frame leaves in the rectangle.
func (r Rect) Inside() (width, height int) { return r.Width - FrameWidth, r.Height - FrameHeight }

// Columns cuts the rectangle into a left one of the given width and the rest.
func (r Rect) Columns(left int) (l, rest Rect) {
	return Rect{r.X, r.Y, left, r.Height}, Rect{r.X + left, r.Y, r.Width - left, r.Height}
}

// Rows cuts the rectangle into an upper one of the given height and the rest.
func (r Rect) Rows(upper int) (u, rest Rect) {
	return Rect{r.X, r.Y, r.Width, upper}, Rect{r.X, r.Y + upper, r.Width, r.Height - upper}
}
