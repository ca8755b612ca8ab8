import type { Nothing } from '../model/rule.ts';
import type { RuleId } from '../model/rule-ids.ts';
import type { Observation } from '../model/verdict.ts';
import type { Need, RuleWords } from '../model/words.ts';
import type { Run } from '../run/run.ts';
import { allOf, NotMade, Observer } from './observer.ts';
import { truncate, VALUE_LENGTH } from './texts.ts';

/** Makes an observation; `null` if nothing was there. @throws {NotMade} @throws {Stopped} */
export type Observe = (observer: Observer) => Promise<Observation | string | null>;

/**
 * The times at which observations are made, once all gating rules were tried. Those that read are made at the same time,
 * all others one after the other; those with invalid credentials last, since a service may lock callers out for them.
 */
const TIMES = ['reading', 'writing', 'end', 'strangers'] as const;

/** A rule that never passes or fails: what the target does is written down. */
export interface ObservedRule extends RuleWords {
  readonly level: 'observed';
  readonly at: (typeof TIMES)[number];
  /** Methods other than GET and POST that are sent: to a repository that is listed, and to one that does not exist. */
  readonly methods?: { readonly listed: readonly string[]; readonly madeUp: readonly string[] };
  readonly observe: Observe;
}

export type Observed = Observation | Nothing;

/** A row of the table. Its impact is one sentence. */
interface Row extends Pick<RuleWords, 'statedIn' | 'touches' | 'minds' | 'says' | 'tried'> {
  readonly id: RuleId;
  readonly at?: ObservedRule['at'];
  readonly needs?: readonly Need[];
  readonly methods?: NonNullable<ObservedRule['methods']>;
  readonly impact: string;
  readonly observe: Observe;
}

/** Returns the rules of some rows, most of which share a time and what they need. */
export const observedRulesOf = (
  usual: Pick<ObservedRule, 'at' | 'needs'>,
  rows: readonly Row[],
): readonly ObservedRule[] =>
  rows.map(({ impact, ...row }) =>
    Object.assign({ level: 'observed' as const, phase: 'observing' as const }, usual, row, {
      impact: { general: impact },
    }),
  );

/** Makes one observation. @throws {Stopped} */
async function observe({ observe: make }: ObservedRule, observer: Observer): Promise<Observed> {
  try {
    const made = await make(observer);
    if (made === null) return { is: 'nothing', cause: 'data', why: 'Nothing was there to be observed.' };
    const { value, note } = typeof made === 'string' ? { value: made, note: '' } : made;
    return { value: truncate(observer.run.secrets.hide(value), VALUE_LENGTH), note };
  } catch (error) {
    if (error instanceof NotMade) return error.nothing;
    throw error;
  }
}

/** Makes observations, and notes each as soon as it is made. @param made filled, by rule @throws {Stopped} if the run is over */
export async function observeAll(
  run: Run,
  rules: readonly ObservedRule[],
  made: Map<RuleId, Observed>,
): Promise<void> {
  const observer = new Observer(run);
  const note = async (rule: ObservedRule): Promise<void> => {
    made.set(rule.id, await observe(rule, observer));
  };
  for (const time of TIMES) {
    const now = rules.filter(({ at }) => at === time);
    if (time === 'reading') await allOf(now.map(note));
    else for (const rule of now) await note(rule);
  }
}
