// Takes the lock of a folder repeatedly, and usually seems to die while holding it.
import { mkdirSync, renameSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockAt } from '../../src/report/holder.ts';
import { lockFolder } from '../../src/report/lock.ts';

const [dir = '', gone = '', rounds = ''] = process.argv.slice(2);
const path = join(dir, '.issue-conformance.lock');
/** Only one process can make this folder, so two holders of the lock would collide. */
const alone = join(dir, 'alone');

// Each lock that is not released keeps an exit listener.
process.setMaxListeners(0);

for (let round = 0; round < Number(rounds); round += 1) {
  const run = `${process.pid}-${round}`;
  const held = await lockFolder(dir, run, { waitMs: 60_000 });
  mkdirSync(alone);
  held.assertHeld();
  rmdirSync(alone);
  const seen = lockAt(path);
  if (seen.is !== 'held' || seen.holder.run !== run) throw new Error(`${run} lost its lock`);
  if (round % 4 === 3) held.release();
  else {
    const beside = join(dir, run);
    writeFileSync(beside, JSON.stringify({ ...seen.holder, process: Number(gone) }));
    renameSync(beside, seen.file);
  }
}
