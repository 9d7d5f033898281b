// The yardstick for speed: the plainest loops we know for UCB1, Thompson sampling, KL-UCB,
// their lazy private versions at epsilon .5, and KL-UCB on randomized responses, also in a
// window, on Bernoulli arms with means evenly spaced from .75 down to .25; and a loop that
// only draws one Bernoulli reward a round, from a counter. One thread.
//
// Usage: limit draws|ucb1|thompson|lazy-ucb|lazy-ts|kl-ucb|kl-ucb-cf|sw-kl-ucb-cf ARMS ROUNDS REPETITIONS
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
  inline double laplace(double scale) {
    double u = uniform() - .5;
    return (u < 0 ? scale : -scale) * std::log1p(-2 * std::fabs(u));
  }
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

const double epsilon = .5;

// lazy is HHMH's Alg. 1, or Alg. 3 with samples: an arm's mean is that of its newest batch, with noise.
template <int K, bool samples> double lazy(long rounds, const double *means, uint64_t seed) {
  double n[K], mean[K], root[K], open[K] = {}, sum[K] = {};
  Random r(seed);
  for (int j = 0; j < K; j++) { n[j] = root[j] = 1; mean[j] = (r.uniform() < means[j]) + r.laplace(1 / epsilon); }
  for (long t = K; t < rounds; t++) {
    double level = 3 * std::log((double)t), width = std::sqrt(level), bonus = level / epsilon, best = -1;
    int a = 0;
    for (int j = 0; j < K; j++) {
      double v = mean[j] + bonus / n[j];
      if (samples) { v = std::fmin(std::fmax(v, 0), 1); v = r.beta(v * n[j] + 1, (1 - v) * n[j] + 1); }
      else v += width * root[j];
      if (v > best) { best = v; a = j; }
    }
    open[a] += 1; sum[a] += r.uniform() < means[a];
    if (open[a] < 2 * n[a]) continue;
    n[a] *= 2; root[a] = 1 / std::sqrt(n[a]);
    mean[a] = (sum[a] + r.laplace(1 / epsilon)) / n[a]; open[a] = sum[a] = 0;
  }
  return n[0];
}

static inline double kl(double p, double q) {
  return (p > 0 ? p * std::log(p / q) : 0) + (p < 1 ? (1 - p) * std::log((1 - p) / (1 - q)) : 0);
}

// upper returns the q above p with kl(p, q) = level, by Newton's method.
static inline double upper(double p, double level) {
  double q = std::fmin(p + std::sqrt(level / 2), (1 + p) / 2);
  for (int i = 0; i < 20 && q < 1; i++) {
    double step = (kl(p, q) - level) * q * (1 - q) / (q - p);
    q = q - step < 1 ? q - step : (1 + q) / 2;
    if (std::fabs(step) < 1e-12) break;
  }
  return q;
}

// klucb solves for an arm's bound only if it is above the largest one so far. Bits of randomized
// response have the arms' order; a window forgets what is older than its rounds.
template <int K> double klucb(long rounds, const double *means, uint64_t seed, bool bits, long window) {
  double n[K], s[K], chance[K], lie = bits ? 1 / (1 + std::exp(epsilon)) : 0;
  std::vector<int> arm(window + 1), bit(window + 1);
  Random r(seed);
  for (int j = 0; j < K; j++) { n[j] = s[j] = 0; chance[j] = lie + (1 - 2 * lie) * means[j]; }
  for (long t = 0; t < rounds; t++) {
    double x = std::log((double)(window ? std::fmin(t, window) : t)), level = x + (bits && x > 1 ? 3 * std::log(x) : 0), q = 0;
    int a = 0;
    for (int j = 0; j < K; j++) {
      if (n[j] == 0) { a = j; break; }
      double p = s[j] / n[j];
      if (p < q && n[j] * kl(p, q) >= level) continue;
      q = upper(p, level / n[j]); a = j;
    }
    int b = r.uniform() < chance[a];
    n[a] += 1; s[a] += b;
    if (!window) continue;
    int at = t % window;
    if (t >= window) { n[arm[at]] -= 1; s[arm[at]] -= bit[at]; }
    arm[at] = a; bit[at] = b;
  }
  return n[0];
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
  if (!strcmp(what, "ucb1")) return ucb1<K>(rounds, means, seed);
  if (!strcmp(what, "thompson")) return thompson<K>(rounds, means, seed);
  if (!strcmp(what, "lazy-ucb")) return lazy<K, false>(rounds, means, seed);
  if (!strcmp(what, "lazy-ts")) return lazy<K, true>(rounds, means, seed);
  return klucb<K>(rounds, means, seed, strcmp(what, "kl-ucb"), strcmp(what, "sw-kl-ucb-cf") ? 0 : 1000);
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
