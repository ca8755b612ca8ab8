// Preloaded into the program: node --import scripts/signal-at.js. It tells on file descriptor 3 when the program has begun to
// listen for signals, or sends SIGNAL to the program itself at the moment AT: "listening 1" is when the program listens for all
// of them, "rename 3" before it renames a file or folder for the third time, "other 1" when another listener for SIGINT comes.
import { writeSync } from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const { SIGNAL = '', AT = '' } = process.env;
const seen = { listening: 0, other: 0, rename: 0 };

function note(what) {
  seen[what] += 1;
  if (`${what} ${seen[what]}` === AT) process.kill(process.pid, SIGNAL);
}

if (isMainThread) {
  process.on('newListener', (event) => {
    if (event === 'SIGINT' && seen.listening > 0) note('other');
    // The last one that the program listens for.
    if (event === 'SIGHUP') note('listening');
    if (event === 'SIGHUP' && AT === '') writeSync(3, 'listening');
  });
  const { rename } = promises;
  promises.rename = (...names) => {
    note('rename');
    return rename(...names);
  };
  syncBuiltinESMExports();
}
