import { codeOf, messageOf } from '../client/thrown.ts';

/** Returns the reason why this program failed, and what helps. */
export function programFault(error: unknown): string {
  const code = codeOf(error) ?? '';
  const [first = ''] = messageOf(error).split('\n');
  if (['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND'].includes(code))
    return `the installation is not complete, install it again: ${first}`;
  if (code === 'ERR_WORKER_OUT_OF_MEMORY')
    return 'memory ran out while the rules were tried; allow more, as with NODE_OPTIONS=--max-old-space-size=1024';
  return `a fault of this program, not of the target: ${first}`;
}
