// Preloaded into vitest, so that it takes the keys of a pipe for those of a terminal.
process.stdin.isTTY = true;
process.stdin.setRawMode = () => process.stdin;
