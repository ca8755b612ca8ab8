import { z } from 'zod';
import type { Exchange } from '../../target/exchange.ts';
import { readJson } from '../../target/json.ts';
import type { Trial } from '../trial.ts';
import type { Write } from '../writer.ts';

const titledSchema = z.object({ title: z.string() });

/** Whether a request had the title by which its issue is to be found; what should have been refused may have had none. */
function isTitled({ exchange }: Write): boolean {
  const reading = readJson(exchange.request.body ?? '');
  return reading.kind === 'json' && titledSchema.safeParse(reading.value).success;
}

/** Creations with a title that the public repository accepted from this run. */
export const acceptedWrites = (t: Trial): Write[] =>
  t.writer.writes.filter(
    (write) => write.outcome === 'accepted' && t.isPublicCollection(write.url) && isTitled(write),
  );

/** Those creations among some exchanges that the public repository accepted. */
export function acceptedOf(t: Trial, exchanges: readonly Exchange[]): Write[] {
  const markers = new Set(exchanges.map(({ request }) => t.writer.markerIn(request.body ?? '')));
  return acceptedWrites(t).filter(({ marker }) => markers.has(marker));
}
