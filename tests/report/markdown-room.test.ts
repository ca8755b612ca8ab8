import { describe, expect, it } from 'vitest';
import { markdown } from '../../src/report/markdown/markdown.ts';
import type { Report, RuleReport } from '../../src/report/model.ts';
import { checkedMarkdown as checked } from './checked-markdown.ts';
import { conformant, hostile } from './examples.ts';
import { failing, sampleReport, sampleRule, undecidedRule } from './reports.ts';
import { worstReport } from './worst.ts';

const many = (count: number, rule: (index: number) => RuleReport): RuleReport[] =>
  Array.from({ length: count }, (_, index) => rule(index));

const failures = (count: number): Report =>
  sampleReport('nonconformant', {
    rules: [
      ...many(count, (index) => ({ ...failing('list.ok'), id: `list.rule-${index}` })),
      ...many(100, () => sampleRule('observed.page.zero')),
    ],
  });
const cards = (text: string): number => text.split('\n#### ').length - 1;
const commands = (text: string): number => text.split('\nAgain: ').length - 1;
const rows = (text: string): number => text.split('\n| `').length - 1;

/** The most failures that all have their command: one more does not fit in. */
function mostInFull(): number {
  let [fits, tooMany] = [40, 120];
  while (tooMany - fits > 1) {
    const count = Math.floor((fits + tooMany) / 2);
    if (commands(markdown(failures(count))) === count) fits = count;
    else tooMany = count;
  }
  return fits;
}

const most = mostInFull();

describe('a report that is too long for a comment', () => {
  it('says nothing of room where everything fits', () => {
    const { text } = checked(failures(20));
    expect([cards(text), commands(text), rows(text)]).toEqual([20, 20, 100]);
    expect(text).not.toMatch(/fit here|fit:|more in/);
  });

  it('loses the observations first', () => {
    const count = most;
    const { text } = checked(failures(count));
    expect([cards(text), commands(text)]).toEqual([count, count]);
    expect(rows(text)).toBeLessThan(100);
    expect(text).toContain('Not everything fits here');
    expect(text).toMatch(/(All of them stand in|… and \d+ more in) `conformance\.json`/);
    expect(text).not.toContain('Not all of them fit');
  });

  it('then loses commands of later failures, and says of how many', () => {
    const count = most + 10;
    const { text } = checked(failures(count));
    expect(cards(text)).toBe(count);
    expect(commands(text)).toBeGreaterThan(3);
    expect(commands(text)).toBeLessThan(count);
    expect(text).toContain(
      `Not all of them fit: ${count - commands(text)} stand here without exchange and curl line. All stand in full in`,
    );
    // Those that have everything are the first ones.
    expect(text.lastIndexOf('\nAgain: ')).toBeLessThan(text.indexOf(`❌ \`list.rule-${commands(text)}\``));
  });

  it('then has later failures in one line each', () => {
    const { text } = checked(failures(250));
    const shown = cards(text);
    const full = commands(text);
    expect(full).toBeGreaterThanOrEqual(3);
    expect(shown).toBeLessThan(250);
    expect(text).toContain(
      `${shown - full} stand here without exchange and curl line, ${250 - shown} in one line each.`,
    );
    for (let index = 0; index < 250; index += 1) expect(text).toContain(`\`list.rule-${index}\``);
  });

  it('then counts the rest', () => {
    const { text } = checked(failures(10_000));
    const lines = text.split('\n- `list.rule-').length - 1;
    const left = 10_000 - cards(text) - lines;
    expect(lines).toBeGreaterThan(300);
    expect(commands(text)).toBeGreaterThanOrEqual(3);
    expect(text).toContain(`… and ${left.toLocaleString('en')} more failures in \`conformance.json\`.`);
  });

  it('names every rule even of the worst report there is', () => {
    const report = worstReport();
    const { text } = checked(report);
    for (const { id } of report.rules) expect(text).toContain(`\`${id}\``);
    expect(commands(text)).toBeGreaterThanOrEqual(3);
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
    // Cards and their lists, then a list under each heading of a part.
    expect(kinds.join(', ')).toMatch(/^heading 2, heading 3, heading 4, list, .*(heading 3, list(, )?){4}$/);
  });

  it('is no longer for texts of megabytes', () => {
    checked(hostile('`@octocat` '.repeat(200_000)));
    checked(hostile('\u{e0041}'.repeat(500_000)));
    checked(hostile('日本語'.repeat(500_000)));
  });
});
