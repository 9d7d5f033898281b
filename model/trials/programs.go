package trials

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"

	"regretscope/model"
)

// describeProgram adds what identifies a program to its series, and whether it depends on its
// seed alone.
func describeProgram(ctx context.Context, c *model.Config, i int, s *Series) {
	s.Lanes, s.Files = c.Starter(i).Lanes(), map[string]string{}
	for _, word := range c.Learners[i].Plays().Process() {
		if sum, ok := hashOf(ctx, word); ok {
			s.Files[word] = sum
		}
	}
	if ctx.Err() != nil {
		return
	}
	if same, err := c.Repeatable(ctx, i); err == nil {
		s.Repeatable = &same
	}
}

// maxHashed is the maximum size of a file whose hash identifies a program.
const maxHashed = 64 << 20

// hashOf returns the SHA-256 of a regular file; ok is false if there is none, if it is too
// large, or if ctx ends first.
func hashOf(ctx context.Context, path string) (sum string, ok bool) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxHashed {
		return "", false
	}
	file, err := os.Open(path)
	if err != nil {
		return "", false
	}
	defer file.Close()
	hash, text := sha256.New(), io.LimitReader(file, info.Size()) // files in /proc may be endless
	for err == nil && ctx.Err() == nil {
		_, err = io.CopyN(hash, text, 1<<20)
	}
	return hex.EncodeToString(hash.Sum(nil)), err == io.EOF
}
