package record

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"strings"

	"regretscope/model/trials"
	"regretscope/noise/files"
	"regretscope/noise/memlimit"
)

// contents is a file of records in memory.
type contents struct {
	*Header
	path      string                 // as given by the caller
	text      []byte                 // the whole lines, of a regular file
	length    int                    // their bytes
	units     map[trials.Unit][]byte // their lines, without the end
	torn      bool                   // an unfinished line follows
	lost      []span                 // lines that are damaged or belong to another experiment
	converted bool                   // lines end in CRLF, which this program never writes
	broken    bool                   // compressed data that cannot be unpacked follow
}

// A span is the place of a lost line.
type span struct{ number, from, to int } // bytes, without the end

// readFile reads a regular file up to a number of bytes. Opening a pipe would wait for its
// writer, and some files of size 0 never end, such as /proc/kmsg.
func readFile(path string, room int) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return nil, cmp.Or(err, errors.New("is not a regular file"))
	}
	if info.Size() > int64(room) {
		return nil, errors.New("its records " + memlimit.Refusal(int(info.Size())))
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text := make([]byte, info.Size())
	n, err := io.ReadFull(io.LimitReader(file, info.Size()), text)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil // a writer has truncated the file meanwhile
	}
	return text[:n], err
}

// Limits of files that are read line by line, in bytes.
const (
	maxLine   = 1 << 26
	maxBarren = 1 << 24 // without a record
)

// stream parses a compressed file, or a stream, of at most a number of bytes.
func (c *contents) stream(room int) error {
	file, _, err := files.OpenGiven(c.path)
	if err != nil {
		return err
	}
	defer file.Close()
	unpacked, err := files.Unpacked(file)
	if err != nil {
		return err
	}
	return c.lines(unpacked, room)
}

// lines parses a stream line by line.
func (c *contents) lines(text io.Reader, room int) (err error) {
	in := bufio.NewReaderSize(text, 1<<16)
	left := room
	wrong := c.parse(func(yield func([]byte) bool) {
		for line := []byte(nil); err == nil; {
			var part []byte
			part, err = in.ReadSlice('\n')
			line = append(line, part...)
			switch left -= len(part); {
			case left < 0:
				err = errors.New("its records " + memlimit.Refusal(room+1))
			case len(line) > maxLine:
				err = fmt.Errorf("has a line of more than %s", memlimit.Format(maxLine))
			case err == bufio.ErrBufferFull:
				err = nil
			case len(line) > 0 && !yield(line):
				return
			default:
				line = line[:0]
			}
		}
	})
	ends := errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, gzip.ErrHeader) || errors.Is(err, gzip.ErrChecksum)
	if c.broken = ends && c.Header != nil; c.broken {
		return wrong // truncated, or padded
	}
	if err != nil && err != io.EOF {
		return err
	}
	return wrong
}

// load reads a file of records. It returns an error, which begins with the path, only if the
// header is damaged.
func load(path string, room int) (c *contents, err error) {
	c = &contents{path: path}
	if files.IsStream(path) || strings.HasSuffix(path, ".gz") {
		err = c.stream(room)
	} else {
		var text []byte
		if text, err = readFile(path, room); err == nil {
			err = c.hold(text)
		}
	}
	return c, plain(path, err)
}

// hold parses a regular file and keeps its text.
func (c *contents) hold(text []byte) error {
	c.text = text
	err := c.parse(bytes.Lines(text))
	c.text = text[:c.length]
	return err
}

func (c *contents) parse(lines iter.Seq[[]byte]) (err error) {
	c.units = map[trials.Unit][]byte{}
	number, barren := 0, 0
	for line := range lines {
		if c.torn = line[len(line)-1] != '\n'; c.torn {
			break
		}
		number++
		c.length += len(line)
		c.converted = c.converted || bytes.HasSuffix(line, []byte("\r\n"))
		body := bytes.TrimPrefix(bytes.TrimRight(line, " \r\n"), []byte("\ufeff"))
		if number == 1 {
			if c.Header, err = decodeHeader(body); err != nil {
				return err
			}
			continue
		}
		if barren > maxBarren && c.text == nil {
			return fmt.Errorf("has no record in %s before line %d", memlimit.Format(maxBarren), number)
		}
		barren += len(line)
		f, err := c.decodeUnit(body)
		switch {
		case len(body) == 0: // left by repair in place of a lost line
		case err != nil && c.repeats(body): // files were put one after another
		case err != nil:
			c.lost = append(c.lost, span{number, c.length - len(line), c.length - 1})
		case f != nil:
			if barren = 0; c.text == nil {
				body = bytes.Clone(body)
			}
			c.units[f.Unit] = body
		}
	}
	if c.Header == nil {
		return errNoRecords
	}
	return nil
}

// repeats reports whether a line is a header of the same experiment.
func (c *contents) repeats(line []byte) bool {
	h, err := decodeHeader(line)
	return err == nil && h.Hash == c.Hash
}

// find returns a unit that is in the file, or nil.
func (c *contents) find(u trials.Unit) *trials.Finished {
	text, ok := c.units[u]
	if !ok {
		return nil
	}
	f, _ := c.decodeUnit(text) // it was checked when it was read
	return f
}

// Damage describes the damaged lines of the file, in sentences that begin with the path. A last
// line without an end is not damage.
func (c *contents) Damage() (sentences []string) {
	if c.converted {
		sentences = append(sentences, c.path+": its line ends were converted to CRLF, as by a transfer in text mode")
	}
	if c.broken {
		sentences = append(sentences, c.path+": its compressed data are damaged or end early: the records before are read")
	}
	if n := len(c.lost); n > 0 {
		lines := "1 line is"
		if n > 1 {
			lines = fmt.Sprint(n, " lines are")
		}
		sentences = append(sentences, fmt.Sprintf(
			"%s: %s damaged or of another experiment and left out, the first is line %d", c.path, lines, c.lost[0].number))
	}
	return sentences
}

// plain returns an error of the file system as a sentence that begins with the path.
func plain(path string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", path, files.Reason(err))
}

// fits returns an error unless the records belong to the experiment of a header.
func (c *contents) fits(h *Header) error {
	switch {
	case c.Hash != h.Hash:
		return fmt.Errorf("holds another experiment: %s", c.Design.Difference(h.Design))
	case c.Shard != h.Shard:
		return fmt.Errorf("holds %s, and this is %s", shardName(c.Shard), shardName(h.Shard))
	case c.Design.Commit != "" && h.Design.Commit != "" && c.Design.Commit != h.Design.Commit:
		return fmt.Errorf("was written by commit %s, and this program is commit %s", c.Design.Commit, h.Design.Commit)
	}
	return nil
}

func shardName(shard string) string {
	if shard == "" {
		return "the whole experiment"
	}
	return "shard " + shard
}
