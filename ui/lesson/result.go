package lesson

import (
	"fmt"
	"hash/crc32"
	"strings"

	"regretscope/model/trials"
)

// Result returns what a student hands in at the end: the program's version, the number of questions
// answered right at the first try and of all, the seed, and a checksum, which finds typing errors but
// not cheating.
func (l *Lesson) Result(right int, seed uint64) string {
	text := fmt.Sprintf("%s:%d/%d:%d", trials.Version, right, l.Questions(), seed)
	return text + ":" + l.checksum(text)
}

func (l *Lesson) checksum(text string) string {
	return fmt.Sprintf("%08x", crc32.ChecksumIEEE([]byte(l.Name+" "+text)))
}

// ReadResult returns what a Result says, in a sentence.
func (l *Lesson) ReadResult(result string) (string, error) {
	parts := strings.Split(result, ":")
	if len(parts) != 4 || l.checksum(strings.Join(parts[:3], ":")) != parts[3] {
		return "", fmt.Errorf("%s: has a typing error, or is the result of another lesson", result)
	}
	right, all, _ := strings.Cut(parts[1], "/")
	return fmt.Sprintf("Lesson %s, version %s: %s of %s questions right at the first try, seed %s.", l.Name, parts[0], right, all, parts[2]), nil
}

// Questions returns the number of questions that take answers.
func (l *Lesson) Questions() (n int) {
	for _, s := range l.Stops {
		if s.Checked() {
			n++
		}
	}
	return n
}
