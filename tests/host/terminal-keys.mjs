// Preloaded into vitest, so that it reads keys from a pipe as from a terminal.
process.stdin.isTTY = true;
process.stdin.setRawMode = () => process.stdin;
