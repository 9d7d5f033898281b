package flags

import (
	"strings"
	"testing"

	"regretscope/model/trials"
)

func TestMemory(t *testing.T) {
	for text, want := range map[string]int{
		"500MB": 500e6, "2GiB": 2 << 30, "1e9": 1e9, "0.5GB": 5e8, "67108864": 64 << 20, "65536KiB": 64 << 20, "1TB": 1e12,
		"": 0, "63MiB": 0, "GB": 0, "2 gigabytes": 0, "-2GB": 0, "inf": 0, "infGB": 0, "1e300GB": 0, "2Gib": 0, "NaN": 0,
	} {
		t.Run(text, func(t *testing.T) {
			got, err := parseMemory(text)
			if got != want || (err == nil) != (want > 0) || err != nil && err.Error() != "must be a size from 64 MiB, such as 500MB or 2GiB" {
				t.Errorf("%d, %v, want %d", got, err, want)
			}
		})
	}
}

func TestShardOfAnArray(t *testing.T) {
	for _, c := range []struct {
		id, first, last, count string
		want                   trials.Shard
		refused                string
	}{
		{"3", "1", "4", "4", trials.Shard{Part: 3, Of: 4}, ""},
		{"0", "0", "1", "2", trials.Shard{Part: 1, Of: 2}, ""},
		{"2", "2", "2", "1", trials.Shard{}, "the number of parts is unclear"},
		{"1", "1", "9", "5", trials.Shard{}, "the number of parts is unclear"},
		{"", "", "", "", trials.Shard{}, "there is no job array"},
	} {
		t.Run(c.id, func(t *testing.T) {
			variables := map[string]string{"SLURM_ARRAY_TASK_ID": c.id, "SLURM_ARRAY_TASK_MIN": c.first, "SLURM_ARRAY_TASK_MAX": c.last, "SLURM_ARRAY_TASK_COUNT": c.count}
			got, err := shardOfArray(func(name string) string { return variables[name] })
			if got != c.want || (err == nil) != (c.refused == "") || err != nil && !strings.Contains(err.Error(), c.refused) {
				t.Errorf("%+v: %v, %v", c, got, err)
			}
		})
	}
}
