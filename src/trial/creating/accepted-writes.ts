import type { Trial } from '../trial.ts';
import type { Write } from '../writer.ts';

/** Creations that the public repository accepted from this run; those after the first `from` attempts only. */
export const acceptedWrites = (t: Trial, from = 0): Write[] =>
  t.writer.writes
    .slice(from)
    .filter(({ outcome, url }) => outcome === 'accepted' && t.isPublicCollection(url));
