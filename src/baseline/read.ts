import * as z from 'zod';
import { causes, isOfOneRun } from '../client/undecided-reason.ts';
import { gatingIds, type RuleId, ruleIds } from '../model/rule-ids.ts';
import { escapeHarmful } from '../model/text.ts';
import { violationKinds } from '../model/violation-kinds.ts';
import { pasteable } from '../settings/invocation.ts';
import { didYouMean } from '../settings/spelling.ts';
import { listOf, mapping, readYaml } from './yaml.ts';

/** Ids of rules, with a message for those of the other kind. */
const idOf = (ids: readonly RuleId[], otherwise: string) =>
  z.enum(ids, {
    error: ({ input }) => {
      if (typeof input !== 'string') return undefined;
      return ruleIds.some((id) => id === input)
        ? otherwise
        : `no rule has this id ("${pasteable('rules')}" lists them)${didYouMean(input, ids)}`;
    },
  });

const wordsOf = <Word extends string>(words: readonly Word[]) =>
  z.preprocess((given) => (typeof given === 'string' ? [given] : given), z.array(z.enum(words)).min(1));

const text = z.string().min(1);
const reason = text.regex(/^(?!\W*todo\b)/i, {
  error: 'it begins with TODO, so nobody has reviewed this entry; give a reason, or remove the entry',
});

/** Causes of a single run cannot be expected in advance. */
const acceptedCauses = causes.filter((cause) => !isOfOneRun(cause));

const entry = mapping({
  rule: idOf(gatingIds, 'it is observed and never fails; pin it, under pins'),
  expect: z.enum(['fail', 'inconclusive', 'skip']),
  /** Kinds of failure that are covered; absent: all except {@link GRAVE}. */
  kind: wordsOf(violationKinds).optional(),
  /** Causes of an undecided rule that are covered; absent: all that are allowed here. */
  cause: wordsOf(causes)
    .refine((given) => !given.some(isOfOneRun), {
      error: ({ input }) =>
        `it is ${String(input)}, but a cause of one run is never accepted; expected one of ${acceptedCauses.join(', ')}, or no entry`,
    })
    .optional(),
  reason,
  issue: text.optional(),
  expires: z.iso.date('not a day; expected YYYY-MM-DD, the last day of the entry').optional(),
})
  .refine(({ expect, kind }) => expect === 'fail' || kind === undefined, {
    path: ['kind'],
    error: 'only an entry with expect: fail has a kind',
  })
  .refine(({ expect, cause }) => expect !== 'fail' || cause === undefined, {
    path: ['cause'],
    error: 'an entry with expect: fail has a kind instead',
  });

/** An observation that a team's clients rely on, although the specification leaves it open. */
const pin = mapping({
  observation: idOf(
    ruleIds.filter((id) => !gatingIds.includes(id)),
    'it is judged; expected an observation',
  ),
  value: z.string(),
  reason,
  issue: text.optional(),
});

const knownSchema = listOf(entry, 'rule');

/** A team's expectations of a target beyond the specification. */
const baselineSchema = mapping({
  known: knownSchema.default([]),
  pins: listOf(pin, 'observation').default([]),
});

export type Baseline = z.output<typeof baselineSchema>;

/** Matches the beginning of YAML: an item, a mapping, a directive or a tag. No rule id matches. */
const YAML = /^(?:[-[{%!&"'|>?]|[^\s:]+\s*:(?:\s|$))/;

/** Returns a plain list of rule ids as YAML with the same lines. Other contents are YAML already. */
function toYaml(contents: string): string {
  const ids = contents.split(/\r?\n/).map((line) => line.replace(/#.*/, '').trim());
  if (YAML.test(ids.find((line) => line !== '') ?? '')) return contents;
  return ids
    .map((id, at) =>
      id === '' || ids.indexOf(id) < at
        ? ''
        : `- { rule: ${JSON.stringify(id)}, expect: fail, reason: listed by its id }`,
    )
    .join('\n');
}

/**
 * Reads a baseline: a YAML list of entries, a mapping of `known` (such a list) and `pins`, or a plain list of rule ids.
 * @throws {Error} with a sentence, or with all problems, by line
 */
export const readBaseline = (path: string): Promise<Baseline> =>
  readYaml({
    path,
    name: `BASELINE (--baseline) "${escapeHarmful(path)}"`,
    expected: `a YAML file, as "${pasteable('baseline')}" writes it, or one rule id per line`,
    toYaml,
    schemaOf: (contents) =>
      Array.isArray(contents) ? knownSchema.transform((known) => ({ known, pins: [] })) : baselineSchema,
  });
