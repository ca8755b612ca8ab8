import { once } from 'node:events';
import { faults } from '../../proof/faults/index.ts';
import { shown } from '../document/text.ts';
import { settingsOf } from '../host/plan.ts';
import { programText } from '../report/commands.ts';
import { startService } from '../service/start.ts';
import { invokedAs } from '../settings/invocation.ts';
import { didYouMean } from '../settings/spelling.ts';
import { untilSignal } from './interruption.ts';
import { tell } from './output.ts';
import { rejectAsUsageError, UsageError } from './usage.ts';

export interface ServeFlags {
  readonly port: number;
  readonly fault?: readonly string[];
  readonly listFaults?: true;
}

const MAX_SUGGESTIONS = 3;

/**
 * Runs the bundled service until it is interrupted.
 * @throws {UsageError} for an invalid port or an unknown fault
 */
export async function serveCommand({ port, fault = [], listFaults }: ServeFlags): Promise<void> {
  if (listFaults === true)
    return tell(
      ...faults.map(({ id, description, breaks }) => `${id}: ${description}\n  breaks ${breaks.join(', ')}`),
    );
  const known: readonly string[] = faults.map(({ id }) => id);
  const unknown = fault.find((id) => !known.includes(id));
  if (unknown !== undefined)
    throw new UsageError(
      `Unknown fault "${shown(unknown)}"${didYouMean(unknown, known, MAX_SUGGESTIONS) || '.'} "issue-conformance serve --list-faults" lists all of them.`,
    );
  const reference = await startService({
    port,
    changes: fault.flatMap((id) => faults.filter((one) => one.id === id)).map(({ change }) => change),
  }).catch(rejectAsUsageError);
  tell(
    `The reference service listens on ${reference.baseUrl}${fault.length > 0 ? `, with injected faults: ${fault.join(', ')}` : ''}.`,
    'To check it, in another terminal:',
    '',
    ...Object.entries(settingsOf(reference)).map(([name, value]) => `  ${name}=${value} \\`),
    `  ${programText(invokedAs())} run`,
    '',
    'Ctrl-C ends it.',
  );
  await once(untilSignal('ending'), 'abort');
  await reference.stop();
}
