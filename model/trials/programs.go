package trials

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"math"
	"os"

	"regretscope/model"
	"regretscope/model/program"
	"regretscope/noise/number"
	"regretscope/noise/privacy"
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
	claimed := 0.0
	if ready, err := c.Starter(i).Ready(ctx); err == nil {
		s.Audited = claimedBy(ready)
		claimed = s.Audited.by(privacy.Epsilon)
	}
	s.Floor = floorOf(c, i, s.At, claimed)
	if same, err := c.Repeatable(ctx, i); err == nil {
		s.Repeatable = &same
	}
}

// claimedBy returns the loss that a program claims, by which it is ranked; nil if it claims none in one number.
func claimedBy(ready *program.Ready) *Audited {
	none, all := number.Float(math.NaN()), number.Float(math.Inf(1))
	switch claim := ready.Claim; {
	case claim == nil && ready.Private == program.NotPrivate:
		return &Audited{Epsilon: all, Mu: all, Rho: all, Claimed: true}
	case claim == nil || ready.Private != program.Central || claim.Delta > 0:
		return nil
	case claim.Epsilon > 0:
		return &Audited{Epsilon: number.Float(claim.Epsilon), Mu: none, Rho: none, Claimed: true}
	case claim.Rho > 0:
		return &Audited{Epsilon: none, Mu: none, Rho: number.Float(claim.Rho), Claimed: true}
	default:
		return &Audited{Epsilon: none, Mu: number.Float(claim.Mu), Rho: none, Claimed: true}
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
