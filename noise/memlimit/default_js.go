package memlimit

// Default is the budget in bytes unless one is set: a page may take less than a program.
const Default = 512 << 20
