import { once } from 'node:events';
import type { Fault } from '../../proof/faults/fault.ts';
import { faults } from '../../proof/faults/index.ts';
import { howCalled } from '../host/called.ts';
import { programText } from '../report/commands.ts';
import { shown } from '../report/text.ts';
import { startService } from '../service/start.ts';
import { didYouMean } from '../settings/spelling.ts';
import { rejectAsUsageError, UsageError, wholeNumberOf } from './usage-error.ts';

export interface ServeFlags {
  readonly port: string | undefined;
  readonly fault?: readonly string[];
  readonly listFaults?: boolean;
}

const HIGHEST_PORT = 65_535;
const MAX_SUGGESTIONS = 3;

function faultOf(id: string): Fault {
  const fault = faults.find((one) => one.id === id);
  if (fault !== undefined) return fault;
  const known = faults.map((one) => one.id);
  throw new UsageError(
    `Unknown fault "${shown(id)}"${didYouMean(id, known, MAX_SUGGESTIONS) || '.'} "issue-conformance serve --list-faults" lists all of them.`,
  );
}

/**
 * Runs the bundled service until it is interrupted.
 * @throws {UsageError} for an invalid port or an unknown fault
 */
export async function serveCommand({ port, fault = [], listFaults }: ServeFlags): Promise<void> {
  if (listFaults === true) {
    const width = Math.max(...faults.map(({ id }) => id.length));
    for (const { id, description, breaks } of faults)
      process.stdout.write(
        `${id.padEnd(width)}  ${description}\n${' '.repeat(width)}  breaks ${breaks.join(', ')}\n`,
      );
    return;
  }
  const reference = await startService({
    port: wholeNumberOf('--port', port, [0, HIGHEST_PORT], 'the port; 0: a free one'),
    changes: fault.map((id) => faultOf(id).change),
  }).catch(rejectAsUsageError);
  process.stdout.write(
    `${[
      `The reference service listens on ${reference.baseUrl}${fault.length > 0 ? `, with injected faults: ${fault.join(', ')}` : ''}.`,
      'To check it, in another terminal:',
      '',
      `  BASE_URL=${reference.baseUrl} OWNER=${reference.owner} REPO=${reference.repo} \\`,
      `  PRIVATE_REPO=${reference.privateRepo} TOKEN=${reference.token} OUTSIDER_TOKEN=${reference.outsiderToken} \\`,
      `  WRITES=all ${programText(howCalled())} run`,
      '',
      'Ctrl-C ends it.',
    ].join('\n')}\n`,
  );
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  await reference.stop();
}
