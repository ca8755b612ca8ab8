import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { faults } from '../../proof/faults/index.ts';
import { provenCatches, record } from '../../proof/record/record.ts';
import { explainText } from '../../src/cli/explain.ts';
import { ruleIds } from '../../src/model/rule-ids.ts';
import { statedSections } from '../../src/model/words.ts';
import { rules } from '../../suites/index.ts';
import { ruleOf } from '../report/reports.ts';

const explained = (id: string): string => explainText(id, { color: false, width: 80 });
const flat = (id: string): string => explained(id).replace(/\s+/g, ' ');

describe('explaining a rule', () => {
  it.each(ruleIds)('says all that there is to say of %s', (id) => {
    const rule = ruleOf(id);
    const { says, tried, impact, level } = rule;
    const text = flat(id);
    for (const part of [
      id,
      level,
      `§ ${statedSections(rule).join(', ')}`,
      says,
      tried,
      ...Object.values(impact),
    ])
      expect(text).toContain(part);
    expect(text).toContain(`issue-conformance run --only ${id}`);
  });

  it('names every fault that the rule is proved to catch, and how to see one', () => {
    const proven = new Set(provenCatches(record, 'list.per-page.zero', faults));
    const caught = faults.filter(({ id }) => proven.has(id));
    expect(caught.length).toBeGreaterThan(0);
    for (const { id, description } of caught) {
      expect(flat('list.per-page.zero')).toContain(id);
      expect(flat('list.per-page.zero')).toContain(description);
    }
    expect(explained('list.per-page.zero')).toContain(
      `  issue-conformance serve --fault ${caught[0]?.id ?? 'none'}\n`,
    );
  });

  it('takes the beginning of several rules, as --only does', () => {
    const ids = ruleIds.filter((id) => id.startsWith('list.per-page'));
    expect(ids.length).toBeGreaterThan(2);
    for (const id of ids) expect(flat('list.per-page')).toContain(`run --only ${id}`);
    expect(flat('list.per-page')).not.toContain('run --only list.page.second');
    expect(explained('list.per-page.zero')).not.toContain('run --only list.per-page.negative');
  });

  it('offers no fault for an observation', () => {
    expect(explained('observed.caching')).not.toContain('fault');
    expect(explained('observed.caching')).toContain('recorded, never judged');
  });

  it('names every setting that is needed, or that none is', () => {
    for (const { id, needs } of rules)
      for (const need of needs) expect(explained(id)).toMatch(new RegExp(`^ {2}${need}\\b`, 'm'));
    expect(explained('list.ok')).toContain('none besides the target');
  });

  it('says what must hold before the rule can show anything', () => {
    const text = flat('list.private.outsider');
    const rule = ruleOf('list.private.outsider');
    const told = 'preconditions' in rule ? rule.preconditions.map(({ says }) => says) : [];
    expect(told.length).toBeGreaterThan(0);
    for (const says of told) expect(text).toContain(says);
    expect(explained('observed.caching')).not.toContain('Preconditions');
  });

  it('names the rules that may leave it undecided', () => {
    expect(flat('list.page.second')).toContain('May be undecided because of list.per-page.fills,');
    for (const id of ['list.anonymous', 'observed.caching'])
      expect(explained(id)).not.toContain('May be undecided');
  });

  it.each([80, 120])('fits into %i columns', (width) => {
    const lines = ruleIds.flatMap((id) => explainText(id, { color: false, width }).split('\n'));
    expect(lines.filter((line) => line.length > width)).toEqual([]);
  });

  it('is the same in colour', () => {
    const colored = explainText('create.once', { color: true, width: 80 });
    expect(colored).toContain('\u001b[');
    expect(stripVTControlCharacters(colored)).toBe(explained('create.once'));
  });
});

describe('an id that is no rule', () => {
  it.each([
    ['list.per-pgae.zero', 'Did you mean list.per-page.zero?'],
    ['create.anonymus', 'Did you mean create.anonymous?'],
    ['list.perpage.maximum', 'Did you mean list.per-page.maximum?'],
    ['LIST.OK', 'Did you mean list.ok?'],
    ['list.srot', 'Did you mean list.sort'],
    ['zero', 'Did you mean list.per-page.zero, observed.page.zero?'],
    ['completely-else', 'Unknown rule "completely-else". "issue-conformance rules" lists all of them.'],
    ['', 'Unknown rule "". "issue-conformance rules" lists all of them.'],
    ['__proto__', 'Unknown rule "__proto__".'],
  ])('%j is answered with %j', (given, message) => {
    expect(() => explained(given)).toThrow(message);
    expect(() => explained(given)).toThrow('"issue-conformance rules" lists all of them.');
  });

  it('is shown without anything that a terminal obeys, and not at any length', () => {
    const given = `\u001b[2J${'x'.repeat(100_000)}`;
    let message = '';
    try {
      explained(given);
    } catch (error) {
      message = String(error);
    }
    expect(message).toContain(String.raw`\u{1b}[2J`);
    expect(message.length).toBeLessThan(300);
  });

  it('is suggested only among ids that there are, and beginnings of them', () => {
    expect(() => explained('list.paeg')).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(/Did you mean ([^?]+)\?/),
      }),
    );
    let message = '';
    try {
      explained('list.paeg');
    } catch (error) {
      message = String(error);
    }
    const named = /Did you mean ([^?]+)\?/.exec(message)?.[1]?.split(', ') ?? [];
    expect(named).not.toEqual([]);
    expect(named.filter((name) => !ruleIds.some((id) => id.startsWith(name)))).toEqual([]);
  });
});
