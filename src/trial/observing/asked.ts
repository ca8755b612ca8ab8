import type { Exchange } from '../../target/exchange.ts';
import { hindrance } from '../settle.ts';
import type { Trial } from '../trial.ts';
import { brief, VALUE_LENGTH } from './brief.ts';

/** One question of an observation, under the name that it has in the value. */
export interface Asked {
  readonly name: string;
  readonly ask: () => Promise<Exchange>;
}

/** What was seen under one name. */
export interface Seen {
  readonly name: string;
  readonly text: string;
}

/** Whether something follows from all of these answers; where not, that is noted as the reason. */
export function areTelling(t: Trial, answers: readonly Exchange[]): boolean {
  const reason = hindrance(answers);
  t.control(reason === null, reason ?? '');
  return reason === null;
}

/** Names that stand for the same thing together: `abc, 1.5: 422; 1e2: 200`. One name alone is left out. */
export function together(seen: readonly Seen[]): string {
  const [first] = seen;
  if (first !== undefined && seen.length === 1) return first.text;
  const names = new Map<string, string[]>();
  for (const { name, text } of seen) names.set(text, [...(names.get(text) ?? []), name]);
  return [...names].map(([text, group]) => `${group.join(', ')}: ${text}`).join('; ');
}

/**
 * Asks some questions at once and writes down what is seen of each.
 * @param see what an answer looks like, in a few stable words; `null` where nothing follows, and then nothing is written
 * @param note makes a sentence of all that was seen
 * @throws {Stopped}
 */
export async function observeEach(
  t: Trial,
  asked: readonly Asked[],
  see: (answer: Exchange) => string | null | Promise<string | null>,
  note: (value: string) => string,
): Promise<void> {
  if (!t.mayAskMore()) return;
  const answers = await Promise.all(asked.map(({ ask }) => ask()));
  if (!areTelling(t, answers)) return;
  const texts = await Promise.all(answers.map(async (answer) => see(answer)));
  if (texts.includes(null)) return;
  const seen = asked.map(({ name }, index) => ({ name, text: texts[index] ?? '' }));
  const value = brief(together(seen), VALUE_LENGTH);
  t.observe(value, note(value));
}
