import * as z from 'zod';
import { messageOf } from '../client/thrown.ts';
import { gatingIds, isRuleId, type RuleId, ruleIds } from '../model/rule-ids.ts';
import { escapeHarmful } from '../model/text.ts';
import { violationKinds } from '../model/violation-kinds.ts';
import { readText } from '../report-folder/files.ts';
import { pasteable } from '../settings/invocation.ts';
import { didYouMean } from '../settings/spelling.ts';
import { acceptedCauses, BadBaseline, isDay, LONGEST } from './baseline.ts';
import { listOf, MAX_YAML_BYTES, mapping, quoted, quotedWord, readYaml, someText } from './yaml.ts';

/** Ids of rules, with a message for those of the other kind. */
const idOf = (ids: readonly RuleId[], otherwise: string) =>
  z.enum(ids, {
    error: ({ input }) => {
      if (input === undefined) return undefined;
      if (typeof input !== 'string') return 'is not a rule id';
      if (isRuleId(input)) return `is ${quoted(input)}, which is ${otherwise}`;
      return `is ${quotedWord(input)}, which is not a rule id ("${pasteable('rules')}" lists them)${didYouMean(input, ids)}`;
    },
  });

const wordsOf = <Word extends string>(words: readonly Word[]) =>
  z.preprocess((given) => (typeof given === 'string' ? [given] : given), z.array(z.enum(words)).min(1));

const reason = someText(LONGEST.reason).refine((given) => !/^\W*todo\b/i.test(given), {
  error: 'begins with TODO, so nobody has reviewed this entry yet; give a reason, or remove the entry',
});

const entry = mapping({
  rule: idOf(gatingIds, 'observed and never fails; pin it, under pins'),
  expect: z.enum(['fail', 'inconclusive', 'skip']),
  /** Kinds of failure that are covered; absent: all except {@link GRAVE}. */
  kind: wordsOf(violationKinds).optional(),
  /** Causes of an undecided rule that are covered; absent: all of {@link acceptedCauses}. */
  cause: wordsOf(acceptedCauses).optional(),
  reason,
  issue: someText(LONGEST.issue).optional(),
  /** The last valid day in UTC. */
  expires: someText()
    .refine(isDay, { error: 'is not a day; expected YYYY-MM-DD, the last day of the entry' })
    .optional(),
})
  .refine(({ expect, kind }) => expect === 'fail' || kind === undefined, {
    path: ['kind'],
    error: 'is given, but only an entry with expect: fail has a kind',
  })
  .refine(({ expect, cause }) => expect !== 'fail' || cause === undefined, {
    path: ['cause'],
    error: 'is given with expect: fail; a failure has a kind',
  });

/** An observation that a team's clients rely on, although the specification leaves it open. */
const pin = mapping({
  observation: idOf(
    ruleIds.filter((id) => !gatingIds.includes(id)),
    'judged; expected an observation',
  ),
  /** The exact short value of the observation. */
  value: z.string().max(LONGEST.value),
  reason,
  issue: someText(LONGEST.issue).optional(),
});

const knownSchema = listOf(entry, 'rule');

/** A team's expectations of a target beyond the specification. */
const baselineSchema = mapping({
  known: knownSchema.default([]),
  pins: listOf(pin, 'observation').default([]),
});

export type Baseline = z.output<typeof baselineSchema>;
export type BaselineEntry = Baseline['known'][number];
export type Pin = Baseline['pins'][number];

/** Parses a list of entries, or a mapping of `known` (such a list) and `pins`. @throws {BadBaseline} */
export const parseYaml = (source: string, name: string): Baseline =>
  readYaml(
    source,
    (contents) =>
      Array.isArray(contents) ? knownSchema.transform((known) => ({ known, pins: [] })) : baselineSchema,
    (problems) => new BadBaseline(`${name} cannot be used: ${problems}`),
  );

/** Matches the beginning of YAML: an item, a mapping, a directive or a tag. No rule id matches. */
const YAML = /^(?:[-[{%!&"'|>?]|[^\s:]+\s*:(?:\s|$))/;

/** Returns a list of rule ids, one a line, as YAML with the same lines. */
const yamlOf = (ids: readonly string[]): string =>
  ids
    .map((id, at) =>
      id === '' || ids.indexOf(id) < at
        ? ''
        : `- { rule: ${JSON.stringify(id)}, expect: fail, reason: listed by its id }`,
    )
    .join('\n');

/** Reads a baseline: YAML, or a plain list of rule ids. @throws {BadBaseline} */
export async function readBaseline(path: string): Promise<Baseline> {
  const name = `BASELINE (--baseline) "${escapeHarmful(path)}"`;
  const source = await readText(path, MAX_YAML_BYTES).catch((error: unknown) => {
    throw new BadBaseline(
      `${name} cannot be read: ${messageOf(error)}. Expected a YAML file, as "${pasteable('baseline')}" writes it, or one rule id per line.`,
    );
  });
  const content = source.replace(/^\uFEFF/, '');
  const lines = content.split(/\r?\n/).map((line) => line.replace(/#.*/, '').trim());
  const first = lines.find((line) => line !== '') ?? '';
  return parseYaml(YAML.test(first) ? content : yamlOf(lines), name);
}
