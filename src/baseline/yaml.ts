import { isMap, isScalar, isSeq, type Node, type YAMLMap } from 'yaml';
import { causes } from '../client/doubt.ts';
import { isRuleId, type RuleId } from '../model/rule-ids.ts';
import { failureKinds } from '../report/evidence-model.ts';
import {
  acceptedCauses,
  BadBaseline,
  type Baseline,
  type BaselineEntry,
  expectations,
  NO_BASELINE,
  type Pin,
} from './baseline.ts';
import { isDay } from './mark.ts';
import { isOneOf, LONGEST, quoted, Reading, whyTooMuch } from './yaml-reading.ts';

const TOP_KEYS = ['known', 'pins'] as const;
const ENTRY_KEYS = ['rule', 'expect', 'kind', 'cause', 'reason', 'issue', 'expires'] as const;
const PIN_KEYS = ['observation', 'value', 'reason', 'issue'] as const;

const OBSERVED = 'observed.';

function idOf(
  reading: Reading,
  fields: Map<string, Node>,
  key: 'rule' | 'observation',
  within: Node,
): RuleId | null {
  const id = reading.text(fields, key, { within });
  if (id === null) return null;
  const at = reading.at(fields.get(key));
  if (!isRuleId(id)) {
    reading.complain(
      at,
      `${key} is ${quoted(id)}, which is not a rule id; "issue-conformance rules" lists them`,
    );
    return null;
  }
  const isObservation = id.startsWith(OBSERVED);
  if (isObservation && key === 'rule')
    reading.complain(at, `rule is ${quoted(id)}, which is observed and never fails; pin it, under pins`);
  if (!isObservation && key === 'observation')
    reading.complain(
      at,
      `observation is ${quoted(id)}, which is judged; expected an id that begins with ${OBSERVED}`,
    );
  return isObservation === (key === 'observation') ? id : null;
}

/** Returns the allowed words of a key that holds one word or a list. */
function wordsOf<Word extends string>(
  reading: Reading,
  node: Node | undefined,
  { key, allowed, unfit }: { key: string; allowed: readonly Word[]; unfit: string | null },
): readonly Word[] {
  if (node === undefined) return [];
  if (unfit !== null) reading.complain(reading.at(node), `${key} is given with ${unfit}`);
  const items = isSeq(node) ? node.items : [node];
  if (items.length === 0)
    reading.complain(reading.at(node), `${key} is an empty list; leave it out for any ${key}`);
  return items.flatMap((item) => {
    const word = isScalar(item) ? String(item.value) : 'a list, a mapping or an alias';
    if (isOneOf(word, allowed)) return [word];
    const never = isOneOf(word, causes) ? ', which no entry accepts' : '';
    reading.complain(
      reading.at(item),
      `${key} is ${quoted(word)}${never}; expected one of ${allowed.join(', ')}`,
    );
    return [];
  });
}

function kindsOf(reading: Reading, node: Node | undefined, expect: string | null): BaselineEntry['kinds'] {
  const isFit = expect === null || expect === 'fail';
  const unfit = isFit ? null : `expect: ${expect}; only a failure has a kind`;
  return wordsOf(reading, node, { key: 'kind', allowed: failureKinds, unfit });
}

function causesOf(reading: Reading, node: Node | undefined, expect: string | null): BaselineEntry['causes'] {
  const unfit = expect === 'fail' ? 'expect: fail; a failure has a kind' : null;
  return wordsOf(reading, node, { key: 'cause', allowed: acceptedCauses, unfit });
}

function entryOf(reading: Reading, map: YAMLMap): BaselineEntry | null {
  const before = reading.problems.length;
  const fields = reading.fields(map, ENTRY_KEYS, 'an entry');
  const rule = idOf(reading, fields, 'rule', map);
  const expect = reading.text(fields, 'expect', { within: map });
  if (expect !== null && !isOneOf(expect, expectations))
    reading.complain(
      reading.at(fields.get('expect')),
      `expect is ${quoted(expect)}; expected one of ${expectations.join(', ')}`,
    );
  const kinds = kindsOf(reading, fields.get('kind'), expect);
  const causeNames = causesOf(reading, fields.get('cause'), expect);
  const reason = reading.reason(fields, map);
  const issue = reading.text(fields, 'issue', { within: map, most: LONGEST.issue, isOptional: true });
  const expires = reading.text(fields, 'expires', { within: map, isOptional: true });
  if (expires !== null && !isDay(expires))
    reading.complain(
      reading.at(fields.get('expires')),
      `expires is ${quoted(expires)}; expected a day as YYYY-MM-DD, the last day it is accepted`,
    );
  const isWhole = reading.problems.length === before;
  if (!isWhole || rule === null || expect === null || !isOneOf(expect, expectations)) return null;
  return { rule, expect, kinds, causes: causeNames, reason, issue, expires };
}

function pinOf(reading: Reading, map: YAMLMap): Pin | null {
  const fields = reading.fields(map, PIN_KEYS, 'a pin');
  const observation = idOf(reading, fields, 'observation', map);
  const value = reading.text(fields, 'value', { within: map, most: LONGEST.value });
  const reason = reading.reason(fields, map);
  const issue = reading.text(fields, 'issue', { within: map, most: LONGEST.issue, isOptional: true });
  if (observation === null || value === null || reason === null) return null;
  return { observation, value, reason, issue };
}

/** Reads each item. An item about the same rule as an earlier one is a problem. */
function each<Item>(
  reading: Reading,
  maps: readonly YAMLMap[],
  read: (map: YAMLMap) => Item | null,
  idIn: (item: Item) => RuleId,
): readonly Item[] {
  const found = new Map<RuleId, number>();
  return maps.flatMap((map) => {
    const item = read(map);
    if (item === null) return [];
    const id = idIn(item);
    const at = reading.at(map);
    const earlier = found.get(id);
    if (earlier !== undefined) {
      reading.complain(at, `${id} is already in line ${earlier}; expected one entry per rule`);
      return [];
    }
    found.set(id, reading.lines.linePos(at).line);
    return [item];
  });
}

function contentsOf(reading: Reading, text: string): Baseline {
  const contents = reading.document(text);
  if (contents === null) return NO_BASELINE;
  if (!isMap(contents) && !isSeq(contents)) {
    reading.complain(
      reading.at(contents),
      `it is neither a list of entries nor a mapping with ${TOP_KEYS.join(' and ')}`,
    );
    return NO_BASELINE;
  }
  const parts: Map<(typeof TOP_KEYS)[number], Node> = isMap(contents)
    ? reading.fields(contents, TOP_KEYS, 'the file')
    : new Map([['known', contents]]);
  return {
    entries: each(
      reading,
      reading.items(parts.get('known'), 'known'),
      (map) => entryOf(reading, map),
      ({ rule }) => rule,
    ),
    pins: each(
      reading,
      reading.items(parts.get('pins'), 'pins'),
      (map) => pinOf(reading, map),
      ({ observation }) => observation,
    ),
  };
}

/**
 * Parses known failures and pinned observations in YAML: a list of entries, or a mapping of `known` (such a
 * list) and `pins`. Aliases, duplicate keys and oversized files are refused.
 * @param name of the file, as a sentence begins with it
 * @throws {BadBaseline} with all problems, by line
 */
export function parseYaml(text: string, name: string): Baseline {
  const tooMuch = whyTooMuch(text);
  if (tooMuch !== null) throw new BadBaseline(`${name} cannot be used: ${tooMuch}.`);
  const reading = new Reading();
  let baseline: Baseline;
  try {
    baseline = contentsOf(reading, text);
  } catch (error) {
    // The parser is recursive and overflows the stack on deep nesting.
    if (!(error instanceof RangeError)) throw error;
    throw new BadBaseline(`${name} cannot be used: it is nested too deeply.`, { cause: error });
  }
  const problems = reading.said(name);
  if (problems !== null) throw new BadBaseline(problems);
  return baseline;
}
