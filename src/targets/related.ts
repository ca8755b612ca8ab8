import { isSameTarget } from '../history/past.ts';
import type { ListedTarget } from './file.ts';

/** A target with its line in the file. */
export interface Placed {
  readonly target: ListedTarget;
  readonly line: number;
}

interface Problem {
  readonly line: number;
  readonly text: string;
}

const targetIn = (
  { settings: { BASE_URL = '', OWNER = '', REPO = '' } }: ListedTarget,
  owner = OWNER,
  repo = REPO,
) => ({
  baseUrl: BASE_URL,
  // Most services ignore letter case in names.
  owner: owner.toLowerCase(),
  repo: repo.toLowerCase(),
  bundled: false,
});

const privateOf = (target: ListedTarget) => {
  const { PRIVATE_OWNER, PRIVATE_REPO, OWNER } = target.settings;
  return PRIVATE_REPO === undefined ? null : targetIn(target, PRIVATE_OWNER ?? OWNER, PRIVATE_REPO);
};

const publicOf = (target: ListedTarget) => {
  const { WRITE_OWNER, WRITE_REPO } = target.settings;
  return [targetIn(target), ...(WRITE_REPO === undefined ? [] : [targetIn(target, WRITE_OWNER, WRITE_REPO)])];
};

function problemOf(one: Placed, earlier: Placed): string | null {
  const [a, b] = [one.target, earlier.target];
  const where = `line ${earlier.line} (${b.label})`;
  if (a.label.toLowerCase() === b.label.toLowerCase())
    return `label ${a.label} stands in line ${earlier.line} too; expected another one, since it names a folder`;
  if (isSameTarget(targetIn(a), targetIn(b)))
    return `${a.label} is the repository of ${where} at the same address; expected each target once`;
  for (const [hidden, shown] of [
    [a, b],
    [b, a],
  ] as const) {
    const secret = privateOf(hidden);
    if (secret !== null && publicOf(shown).some((other) => isSameTarget(other, secret)))
      return `the private repository of ${hidden.label} is a public one of ${shown.label}, at the same address (${where}); expected one of the two`;
  }
  return null;
}

/**
 * Returns conflicts between targets: the same label or repository, or a repository that is private for one
 * and public for another.
 */
export const problemsBetween = (all: readonly Placed[]): readonly Problem[] =>
  all.flatMap((one, index) =>
    all.slice(0, index).flatMap((earlier) => {
      const text = problemOf(one, earlier);
      return text === null ? [] : [{ line: one.line, text }];
    }),
  );
