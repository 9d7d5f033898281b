// The yardstick for speed: the plainest loops we know for UCB1 and Thompson sampling
// on Bernoulli arms with means evenly spaced from .75 down to .25, and a loop that only
// draws one Bernoulli reward a round, from a counter. One thread.
//
// Usage: limit draws|ucb1|thompson ARMS ROUNDS REPETITIONS
// It prints the nanoseconds that a round took in the fastest repetition.
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

static inline uint64_t mix(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

// Random is xoshiro256++, with normals by Marsaglia's polar method and Gamma variates
// by Marsaglia and Tsang's.
struct Random {
  uint64_t s[4];
  double spare = 0;
  bool has = false;

  explicit Random(uint64_t seed) {
    for (auto &word : s) word = mix(seed += 0x9e3779b97f4a7c15ull);
  }
  static inline uint64_t rotate(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }
  inline uint64_t next() {
    uint64_t result = rotate(s[0] + s[3], 23) + s[0], t = s[1] << 17;
    s[2] ^= s[0]; s[3] ^= s[1]; s[1] ^= s[2]; s[0] ^= s[3]; s[2] ^= t;
    s[3] = rotate(s[3], 45);
    return result;
  }
  inline double uniform() { return (next() >> 11) * 0x1.0p-53; }
  inline double normal() {
    if (has) { has = false; return spare; }
    double a, b, q;
    do { a = 2 * uniform() - 1; b = 2 * uniform() - 1; q = a * a + b * b; } while (q >= 1 || q == 0);
    double f = std::sqrt(-2 * std::log(q) / q);
    spare = b * f; has = true;
    return a * f;
  }
  inline double gamma(double shape) { // shape >= 1
    double d = shape - 1. / 3, c = 1 / std::sqrt(9 * d);
    for (;;) {
      double x = normal(), v = 1 + c * x;
      if (v <= 0) continue;
      v = v * v * v;
      double u = uniform();
      if (u < 1 - .0331 * x * x * x * x) return d * v;
      if (std::log(u) < .5 * x * x + d * (1 - v + std::log(v))) return d * v;
    }
  }
  inline double beta(double a, double b) { double x = gamma(a), y = gamma(b); return x / (x + y); }
};

// ucb1 keeps means and 1/sqrt(n), which only the pulled arm changes.
template <int K> double ucb1(long rounds, const double *means, uint64_t seed) {
  double n[K], s[K], mean[K], root[K];
  Random r(seed);
  for (int j = 0; j < K; j++) { n[j] = 1; s[j] = mean[j] = r.uniform() < means[j]; root[j] = 1; }
  for (long t = K; t < rounds; t++) {
    double width = std::sqrt(2 * std::log((double)t)), best = -1;
    int a = 0;
    for (int j = 0; j < K; j++) { double v = mean[j] + width * root[j]; if (v > best) { best = v; a = j; } }
    n[a] += 1; s[a] += r.uniform() < means[a];
    mean[a] = s[a] / n[a]; root[a] = 1 / std::sqrt(n[a]);
  }
  return n[0];
}

template <int K> double thompson(long rounds, const double *means, uint64_t seed) {
  double ones[K], zeros[K];
  Random r(seed);
  for (int j = 0; j < K; j++) ones[j] = zeros[j] = 1;
  for (long t = 0; t < rounds; t++) {
    double best = -1;
    int a = 0;
    for (int j = 0; j < K; j++) { double v = r.beta(ones[j], zeros[j]); if (v > best) { best = v; a = j; } }
    double x = r.uniform() < means[a];
    ones[a] += x; zeros[a] += 1 - x;
  }
  return ones[0];
}

// draws_: every reward is a pure function of (key, round), two rounds of a mixer.
double draws_(long rounds, double mean, uint64_t seed) {
  const uint64_t key = mix(seed), limit = (uint64_t)(mean * 0x1p53), golden = 0x9e3779b97f4a7c15ull;
  uint64_t sum = 0;
  for (long t = 1; t <= rounds; t++) {
    uint64_t cell = mix(key + (uint64_t)t * golden) ^ key;
    sum += (mix(cell + golden) >> 11) < limit;
    asm volatile("" ::"r"(sum)); // one reward after the other
  }
  return sum;
}

template <int K> double play(const char *what, long rounds, const double *means, uint64_t seed) {
  return strcmp(what, "ucb1") ? thompson<K>(rounds, means, seed) : ucb1<K>(rounds, means, seed);
}

int main(int count, char **arguments) {
  if (count != 5) return 2;
  const char *what = arguments[1];
  int arms = atoi(arguments[2]);
  long rounds = atof(arguments[3]);
  std::vector<double> means(arms);
  for (int j = 0; j < arms; j++) means[j] = .75 - .5 * j / (arms - 1);
  double fastest = HUGE_VAL;
  volatile double sink = 0;
  for (int seed = 1; seed <= atoi(arguments[4]); seed++) {
    auto start = std::chrono::steady_clock::now();
    if (!strcmp(what, "draws")) sink = draws_(rounds, .75, seed);
    else if (arms == 5) sink = play<5>(what, rounds, means.data(), seed);
    else if (arms == 20) sink = play<20>(what, rounds, means.data(), seed);
    else if (arms == 100) sink = play<100>(what, rounds, means.data(), seed);
    else return 2;
    fastest = std::fmin(fastest, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  (void)sink;
  printf("%.4f\n", fastest / rounds * 1e9);
}
