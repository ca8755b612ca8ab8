import { entryOf, type Phase, type RuleId } from '../catalogue/index.ts';
import type { ProfileName } from '../trial/profile.ts';
import type { Rule } from '../trial/rule.ts';

/** Rules that are tried at the same time, once all of the groups before are done. */
export interface Group {
  readonly name: string;
  readonly rules: readonly Rule[];
  /** Whether they were tried before, and are tried once more now that something was written. */
  readonly again: boolean;
}

const WRITING: readonly Phase[] = ['create', 'refuse'];

/** Whether rules of a phase write, or try to, for their own sake; those after it look at what that has left. */
export const isWriting = (phase: Phase): boolean => WRITING.includes(phase);

/** The least requests show most where they are sent last: the lists are read once, after everything was written. */
const QUICK: readonly Phase[] = [...WRITING, 'after', 'read', 'later', 'unusual', 'overview'];
const FULL: readonly (Phase | 'again')[] = [
  'read',
  ...WRITING,
  'after',
  'again',
  'later',
  'unusual',
  'overview',
];

/**
 * The groups in which chosen rules are tried. Rules that read lists see a service both before and after it was written
 * to: `quick` by reading after it what the survey had read before, the other profiles by trying those rules twice.
 */
export function phasesOf(
  rules: readonly Rule[],
  chosen: readonly RuleId[],
  { profile, writes }: { readonly profile: ProfileName; readonly writes: 'none' | 'rejected' | 'all' },
): Group[] {
  const taken = new Set(chosen);
  const of = (phase: Phase) => rules.filter(({ id }) => taken.has(id) && entryOf(id).phase === phase);
  const isWritten = writes !== 'none' && WRITING.some((phase) => of(phase).length > 0);
  return (profile === 'quick' ? QUICK : FULL)
    .map((phase): Group => {
      if (phase !== 'again') return { name: phase, rules: of(phase), again: false };
      const gating = of('read').filter(({ id }) => entryOf(id).level !== 'observed');
      return { name: 'read again', rules: isWritten ? gating : [], again: true };
    })
    .filter((group) => group.rules.length > 0);
}
