import { once } from 'node:events';
import { messageOf } from '../client/thrown.ts';
import { sanitise } from '../model/text.ts';
import { UsageError } from '../report-folder/files.ts';
import { settingsOf } from '../runner/plan.ts';
import type { Change } from '../service/behaviour.ts';
import { pasteable } from '../settings/invocation.ts';
import { didYouMean } from '../settings/spelling.ts';
import type { CommandCall } from './commands.ts';
import { printStdout } from './output.ts';

/** Returns what faults change in the bundled service. @throws {UsageError} if one is unknown, or another service is checked */
export async function changesOf(ids: readonly string[], isBundled = true): Promise<readonly Change[]> {
  if (ids.length === 0) return [];
  if (!isBundled)
    throw new UsageError(
      '--fault injects faults into the bundled service; give it with --bundled alone. Nothing was sent.',
    );
  const { faults } = await import('../../proof/faults/index.ts');
  const known: readonly string[] = faults.map(({ id }) => id);
  const unknown = ids.find((id) => !known.includes(id));
  if (unknown !== undefined)
    throw new UsageError(
      `Unknown fault "${sanitise(unknown)}"${didYouMean(unknown, known) || '.'} "${pasteable('serve --list-faults')}" lists all of them.`,
    );
  return ids.flatMap((id) => faults.filter((fault) => fault.id === id)).map(({ change }) => change);
}

export default async function serve({ options: { port, fault = [], listFaults }, untilSignal }: CommandCall) {
  if (listFaults === true) {
    const { faults } = await import('../../proof/faults/index.ts');
    return printStdout(
      ...faults.map(({ id, description, breaks }) => `${id}: ${description}\n  breaks ${breaks.join(', ')}`),
    );
  }
  const changes = await changesOf(fault);
  const { startService } = await import('../service/start.ts');
  const reference = await startService({ port, changes }).catch((cause: unknown) => {
    throw new UsageError(messageOf(cause), { cause });
  });
  printStdout(
    `The reference service listens on ${reference.baseUrl}${fault.length > 0 ? `, with injected faults: ${fault.join(', ')}` : ''}.`,
    'To check it, in another terminal:',
    '',
    ...Object.entries(settingsOf(reference)).map(([name, value]) => `  ${name}=${value} \\`),
    `  ${pasteable('run')}`,
    '',
    'Ctrl-C ends it.',
  );
  await once(untilSignal('ending'), 'abort');
  await reference.stop();
}
