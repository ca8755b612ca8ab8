import { once } from 'node:events';
import { settingsOf } from '../runner/plan.ts';
import { startService } from '../service/start.ts';
import { pasteable } from '../settings/invocation.ts';
import type { Call } from './commands.ts';
import { changesOf } from './injected-faults.ts';
import { untilSignal } from './interruption.ts';
import { printStdout } from './output.ts';
import { rejectAsUsageError } from './usage.ts';

/**
 * Runs the bundled service until it is interrupted.
 * @throws {UsageError} for an invalid port or an unknown fault
 */
export default async function serve({ options: { port, fault = [], listFaults } }: Call): Promise<void> {
  if (listFaults === true) {
    const { faults } = await import('../../proof/faults/index.ts');
    return printStdout(
      ...faults.map(({ id, description, breaks }) => `${id}: ${description}\n  breaks ${breaks.join(', ')}`),
    );
  }
  const reference = await startService({
    port,
    changes: await changesOf(fault),
  }).catch(rejectAsUsageError);
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
