import type { Report } from '../report/model.ts';
import { readKept } from './kept-file.ts';
import { address, isSameTarget } from './same-target.ts';

type Target = Report['target'];

/** One target of a history. */
export interface KeptTarget {
  /** As its newest run has it. */
  readonly target: Target;
  /** What its runs call it, each name once, the newest first. */
  readonly labels: readonly string[];
  /** How many runs of it are kept, of those that were looked at. */
  readonly runs: number;
}

/** What the bundled service is called where a target is chosen by name. */
export const BUNDLED = 'bundled';

/**
 * The targets that a history holds runs of, in the order of their newest runs.
 *
 * @throws Error with a sentence where the folder is there and cannot be read
 */
export async function keptTargets(
  dir: string,
): Promise<{ readonly targets: readonly KeptTarget[]; readonly unreadable: readonly string[] }> {
  const targets: { target: Target; labels: string[]; runs: number }[] = [];
  const count = (target: Target): void => {
    const known = targets.find((one) => isSameTarget(one.target, target));
    const found = known ?? { target, labels: [], runs: 0 };
    if (known === undefined) targets.push(found);
    found.runs += 1;
    if (target.label !== undefined && !found.labels.includes(target.label)) found.labels.push(target.label);
  };
  const unreadable = await readKept(dir, {
    isOf: (target) => {
      count(target);
      return false;
    },
    take: () => false,
  });
  return { targets, unreadable };
}

/** Whether a target is meant by a name: its label, its address, its repository, or its address and its repository. */
export function isMeantBy(name: string, { target, labels }: KeptTarget): boolean {
  if (labels.includes(name)) return true;
  if (target.bundled) return name === BUNDLED;
  const repository = `${target.owner}/${target.repo}`;
  const [where = '', ...rest] = name.split(' ');
  return (
    name === repository ||
    (address(where) === address(target.baseUrl) && (rest.length === 0 || rest.join(' ') === repository))
  );
}
