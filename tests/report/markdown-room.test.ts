import { describe, expect, it } from 'vitest';
import { markdown } from '../../src/report/markdown/markdown.ts';
import type { FailureReport, Report, RuleReport } from '../../src/report/model.ts';
import { RULES } from '../support/rule-counts.ts';
import { checkedMarkdown as checked } from './checked-markdown.ts';
import { conformant, hostile } from './examples.ts';
import { failing, plainExchange, sampleReport, sampleRule, undecidedRule, zeroFailure } from './reports.ts';
import { worstReport } from './worst.ts';

const many = (count: number, rule: (index: number) => RuleReport): RuleReport[] =>
  Array.from({ length: count }, (_, index) => rule(index));

/** Returns a failure with a cause of its own. */
const alone = (index: number, failure: Partial<FailureReport> = {}): RuleReport => {
  const url = `http://127.0.0.1:4010/repos/octo/hello/issues?page=${index}`;
  const exchange = { ...plainExchange, request: { ...plainExchange.request, url } };
  const { kind: _, ...failed } = { ...zeroFailure, exchanges: [exchange], ...failure };
  return { ...failing('list.ok'), id: `list.rule-${index}`, failure: failed };
};

const failures = (count: number): Report =>
  sampleReport('nonconformant', {
    rules: [...many(count, (index) => alone(index)), ...many(100, () => sampleRule('observed.page.zero'))],
  });
const timesIn = (text: string, part: string): number => text.split(part).length - 1;
const cards = (text: string): number => timesIn(text, '\n#### ');
const commands = (text: string): number => timesIn(text, '\nnpx --no-install issue-conformance replay ');
const lines = (text: string): number => timesIn(text, '\n- `list.rule-') + links(text);
const links = (text: string): number => timesIn(text, '\n- [`list.rule-');
const rows = (text: string): number => timesIn(text, '\n| `');

/** Returns the largest number of failures that all have a card. */
function mostInFull(): number {
  let [fits, tooMany] = [20, 120];
  while (tooMany - fits > 1) {
    const count = Math.floor((fits + tooMany) / 2);
    if (cards(markdown(failures(count))) === count) fits = count;
    else tooMany = count;
  }
  return fits;
}

const most = mostInFull();

describe('a report that is too long for a comment', () => {
  it('says nothing of room where everything fits', () => {
    const { text } = checked(failures(20));
    expect([lines(text), links(text), cards(text), commands(text), rows(text)]).toEqual([
      20, 20, 20, 20, 100,
    ]);
    expect(text).not.toMatch(/Truncated|fit:|more in|All answers/);
  });

  it('loses the observations first', () => {
    const { text } = checked(failures(most));
    expect([lines(text), links(text), cards(text), commands(text)]).toEqual([most, most, most, most]);
    expect(rows(text)).toBeLessThan(100);
    expect(text).toContain('❗ Truncated: what is left out is counted where it is missing');
    expect(text).toMatch(/(All answers are in|… and \d+ more in) `conformance\.json`/);
    expect(text).not.toContain('Not all details fit');
  });

  it('then loses cards of later failures, says of how many, and leads to none of them', () => {
    const count = most + 10;
    const { text } = checked(failures(count));
    const shown = cards(text);
    expect(shown).toBeGreaterThan(3);
    expect(shown).toBeLessThan(count);
    expect([lines(text), links(text), commands(text)]).toEqual([count, shown, shown]);
    expect(text).toContain(
      `Not all details fit: those of ${count - shown} failures are in \`conformance.json\`.`,
    );
    // The first failures have the cards.
    expect(text).toContain(`❌ \`list.rule-${shown - 1}\``);
    expect(text).toContain(`\n- [\`list.rule-${shown - 1}\`](#failure-${shown}): 0 results, not 30\n`);
    expect(text).toContain(`\n- \`list.rule-${shown}\`: 0 results, not 30\n`);
  });

  it('counts the failures of a cause that has no card, and not the cause', () => {
    const actual = '<b>\u202e'.repeat(200);
    const rules = many(200, (index) => ({
      ...alone(Math.floor(index / 2), { actual }),
      id: `list.rule-${index}`,
    }));
    const { text } = checked(sampleReport('nonconformant', { rules }));
    expect(lines(text)).toBeGreaterThanOrEqual(200);
    expect(text).toContain(`Not all details fit: those of ${200 - 2 * cards(text)} failures are in`);
  });

  it('then counts the rest', () => {
    const { text } = checked(failures(10_000));
    const left = 10_000 - lines(text);
    expect(lines(text)).toBeGreaterThan(300);
    expect(cards(text)).toBeGreaterThanOrEqual(3);
    expect(text).toContain(`… and ${left.toLocaleString('en')} more failures in \`conformance.json\`.`);
  });

  it('has a card for failures of one cause, however many there are, and the first of them beneath it', () => {
    const rules = many(10_000, (index) => ({ ...failing('list.ok'), id: `list.rule-${index}` }));
    const { text } = checked(sampleReport('nonconformant', { rules }));
    expect([cards(text), commands(text)]).toEqual([1, 1]);
    expect(text).toContain('\n… and 9,979 more failures, listed above.\n');
  });

  it('names every rule even of the worst report there is, each in its line', () => {
    const report = worstReport();
    const apart = report.rules.map((rule, index) => ({
      ...alone(index, { ...rule.failure, exchanges: alone(index).failure?.exchanges ?? [] }),
      id: rule.id,
    }));
    for (const rules of [report.rules, apart]) {
      const { text } = checked({ ...report, rules });
      const index = text.slice(text.indexOf(`\n### Failures: ${RULES} rules`), text.indexOf('\n#### '));
      for (const { id } of rules) expect(index).toMatch(new RegExp(`^- \\[?\`${id}\``, 'm'));
      expect(cards(text)).toBeGreaterThanOrEqual(rules === apart ? 3 : 1);
    }
    expect(checked({ ...report, rules: apart }).text).toMatch(
      /Not all details fit: those of \d+ failures are in/,
    );
  });

  it('has room for every part, however long the others are', () => {
    const long = (index: number): string => `${index} ${'<b>\u202e'.repeat(500)}`;
    const report = sampleReport('nonconformant', {
      problem: long(0),
      staleBaseline: Array.from({ length: 10_000 }, (_, index) => long(index)),
      run: { ...conformant.run, selection: { only: [long(1), long(2)], skip: [] } },
      rules: [
        ...many(10_000, () => failing('list.ok', { actual: long(3) })),
        ...many(10_000, () => ({ ...failing('list.ok', { actual: long(4) }), known: true })),
        ...many(10_000, (index) => undecidedRule('list.ok', 'inconclusive', long(index))),
        ...many(10_000, (index) => undecidedRule('list.ok', 'skip', long(index))),
        ...many(10_000, () =>
          sampleRule('observed.page.zero', { observation: { value: long(5), note: '' } }),
        ),
      ],
    });
    const { nodes } = checked(report);
    const parts = nodes.filter(({ type }) => type === 'heading' || type === 'list');
    const kinds = parts.map((node) => (node.type === 'heading' ? `heading ${node.depth}` : node.type));
    // A line for each failure, a card with the others of its cause, then a list below each heading of a part.
    expect(kinds.join(', ')).toMatch(
      /^heading 2, heading 3, list, heading 4, list, list(, heading 3, list){3}$/,
    );
  });

  it('is no longer for texts of megabytes', () => {
    checked(hostile('`@octocat` '.repeat(200_000)));
    checked(hostile('\u{e0041}'.repeat(500_000)));
    checked(hostile('日本語'.repeat(500_000)));
  });
});
