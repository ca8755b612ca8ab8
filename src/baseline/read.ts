import * as z from 'zod';
import { messageOf } from '../client/thrown.ts';
import { readText } from '../folder/files.ts';
import { gatingIds, isRuleId, type RuleId, ruleIds } from '../model/rule-ids.ts';
import { failureKinds } from '../report/rule-model.ts';
import { inert } from '../report/text.ts';
import { didYouMean } from '../settings/spelling.ts';
import {
  acceptedCauses,
  BadBaseline,
  type Baseline,
  type BaselineEntry,
  expectations,
  isDay,
  LONGEST,
  NO_BASELINE,
  type Pin,
} from './baseline.ts';
import { listOf, MAX_YAML_BYTES, mapping, quoted, someText, YamlFile } from './yaml-file.ts';

/** Ids of rules, with a message for those of the other kind. */
const idOf = (ids: readonly RuleId[], otherwise: string) =>
  z.enum(ids, {
    error: ({ input }) => {
      if (typeof input !== 'string') return undefined;
      if (isRuleId(input)) return `is ${quoted(input)}, which is ${otherwise}`;
      return `is ${quoted(input)}, which is no rule id ("issue-conformance rules" lists them)${didYouMean(input, ids)}`;
    },
  });

/** One word or several. */
const wordsOf = <Word extends string>(words: readonly Word[]) =>
  z.preprocess((given) => (typeof given === 'string' ? [given] : given), z.array(z.enum(words)).min(1));

const reason = someText(LONGEST.reason).refine((given) => !/^\W*todo\b/i.test(given), {
  error: ({ input }) =>
    `is ${quoted(String(input))}, so nobody has reviewed this entry yet; say why it is accepted, or remove the entry`,
});

const entry = mapping({
  rule: idOf(gatingIds, 'observed and never fails; pin it, under pins'),
  expect: z.enum(expectations),
  kind: wordsOf(failureKinds).optional(),
  cause: wordsOf(acceptedCauses).optional(),
  reason,
  issue: someText(LONGEST.issue).optional(),
  expires: someText()
    .refine(isDay, {
      error: ({ input }) =>
        `is ${quoted(String(input))}; expected a day as YYYY-MM-DD, the last day it is accepted`,
    })
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

const pin = mapping({
  observation: idOf(
    ruleIds.filter((id) => !gatingIds.includes(id)),
    'judged; expected an observation',
  ),
  value: z.string().max(LONGEST.value),
  reason,
  issue: someText(LONGEST.issue).optional(),
});

const baseline = mapping({ known: listOf(entry).default([]), pins: listOf(pin).default([]) });

/**
 * Parses known failures and pinned observations in YAML: a list of entries, or a mapping of `known` (such a
 * list) and `pins`.
 * @param name of the file, as a sentence begins with it
 * @throws {BadBaseline} with all problems, by line
 */
export function parseYaml(source: string, name: string): Baseline {
  const file = new YamlFile(source);
  const isList = Array.isArray(file.contents);
  const read: { readonly known: readonly BaselineEntry[]; readonly pins: readonly Pin[] } | null = isList
    ? { known: file.read(listOf(entry)) ?? [], pins: [] }
    : file.contents === null
      ? null
      : file.read(baseline);
  const entries = read?.known ?? [];
  const pins = read?.pins ?? [];
  file.complainOfTwins(
    isList ? [] : ['known'],
    entries.map(({ rule }) => rule),
  );
  file.complainOfTwins(
    ['pins'],
    pins.map(({ observation }) => observation),
  );
  const problems = file.problems(name);
  if (problems !== null) throw new BadBaseline(problems);
  return read === null ? NO_BASELINE : { entries, pins };
}

const withoutComment = (line: string): string => line.replace(/#.*/, '').trim();

/** Matches the beginning of YAML: an item, a mapping, a directive or a tag. No rule id matches. */
const YAML = /^(?:[-[{%!&"'|>?]|[^\s:]+\s*:(?:\s|$))/;

/** Parses known failures, one rule id per line. @throws {BadBaseline} if a line is not a rule id */
function parsePlainList(lines: readonly string[], name: string): Baseline {
  const wrong = lines.findIndex((line) => line !== '' && !isRuleId(line));
  if (wrong >= 0) {
    const given = lines[wrong] ?? '';
    throw new BadBaseline(
      `${name} has ${quoted(given)} in line ${wrong + 1}, which is no rule id ("issue-conformance rules" lists them)${didYouMean(given, gatingIds) || '.'}`,
    );
  }
  return {
    entries: [...new Set(lines.filter(isRuleId))].map((rule) => ({ rule, expect: 'fail' })),
    pins: [],
  };
}

/**
 * Reads known failures and pinned observations: YAML, or a plain list of rule ids.
 * @throws {BadBaseline} if the file cannot be read, or its content is invalid
 */
export async function readBaseline(path: string): Promise<Baseline> {
  const name = `BASELINE (--baseline) "${inert(path)}"`;
  const source = await readText(path, MAX_YAML_BYTES).catch((error: unknown) => {
    throw new BadBaseline(
      `${name} cannot be read: ${messageOf(error)}. Expected a YAML file, as "issue-conformance baseline" writes it, or one rule id per line.`,
    );
  });
  const content = source.replace(/^\uFEFF/, '');
  const lines = content.split(/\r?\n/).map(withoutComment);
  const first = lines.find((line) => line !== '');
  return first === undefined || !YAML.test(first) ? parsePlainList(lines, name) : parseYaml(content, name);
}
