package budget

// Default is the budget in bytes where none was set: a page may take less than a program.
const Default = 512 << 20
