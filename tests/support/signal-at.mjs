// Preloaded into the program: node --import. It sends SIGNAL to the program at the moment AT. "listening 1": it
// listens for all signals. "rename 3": before its third rename.
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const { SIGNAL = '', AT = '' } = process.env;
const seen = { listening: 0, rename: 0 };

function note(what) {
  seen[what] += 1;
  if (`${what} ${seen[what]}` === AT) process.kill(process.pid, SIGNAL);
}

if (isMainThread) {
  process.on('newListener', (event) => {
    // SIGHUP is the last signal that the program listens for.
    if (event === 'SIGHUP') note('listening');
  });
  const { rename } = promises;
  promises.rename = (...names) => {
    note('rename');
    return rename(...names);
  };
  syncBuiltinESMExports();
}
