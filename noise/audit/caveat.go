package audit

// Caveat is what the program says about its own numbers, wherever it shows an
// audit.
const Caveat = `Mechanisms are simulated as ideal ones, in float64 and from a seeded generator.
An ε shown here belongs to the ideal mechanism, under the neighbours that are
stated. Anyone who knows the seed can remove the noise; Laplace noise in floating
point can be told from the real thing (Mironov 2012); and estimates shown on
screen are not releases. This is for studying algorithms, not for protecting data.`
