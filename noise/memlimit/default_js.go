package memlimit

// Default is the default budget in bytes, smaller in a browser than in a program.
const Default = 512 << 20
