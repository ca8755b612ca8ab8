import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markdown } from '../../src/report/markdown/markdown.ts';
import { CREATE_RULES, GATING_RULES, OBSERVATIONS } from '../support/rule-counts.ts';
import { anyReport } from './any-report.ts';
import { checkedMarkdown as checked, wordsIn } from './checked-markdown.ts';
import { brokenRun, conformant, hostile, incomplete, nonconformant, unusable } from './examples.ts';
import { hostileText } from './hostile-text.ts';
import { failing, sampleReport, sampleRule, undecidedRule, zeroFailure } from './reports.ts';

describe('the Markdown report', () => {
  it.each([
    ['conformant', conformant, `## ✅ Conformant: all ${GATING_RULES} gating rules hold`],
    [
      'nonconformant',
      nonconformant,
      '## ❌ Not conformant: 3 rules are broken besides 1 known failure, and 1 baseline entry is stale',
    ],
    [
      'incomplete',
      incomplete,
      `## ❓ Incomplete, ${GATING_RULES} selected rules: nothing is broken, but ${CREATE_RULES} gating rules are undecided`,
    ],
    ['unusable', unusable, '## ⛔ Unusable: the target could not be checked'],
    [
      'broken',
      brokenRun,
      '## 💥 Broken: issue-conformance itself failed; this says nothing about the target',
    ],
  ])('begins with the outcome of a run that is %s', (_, report, line) => {
    expect(checked(report).text.split('\n')[0]).toBe(line);
  });

  it('names the target, the time and the counts', () => {
    const lines = markdown(nonconformant).split('\n');
    expect(lines[2]).toBe('`http://127.0.0.1:4010` · repository `octo/hello` · 2025-01-31 12:00 UTC');
    expect(lines[4]).toBe(
      `**4 of ${GATING_RULES} gating rules fail (1 known)** · ${GATING_RULES - 7} pass · 1 undecided · 2 skipped · ${OBSERVATIONS} of ${OBSERVATIONS} observations made`,
    );
  });

  it('says at its top what is to be known of the run', () => {
    const { text } = checked(incomplete);
    expect(text).toContain('❗ The run was interrupted before its end.');
    expect(text).toContain(
      `❗ Only ${GATING_RULES} selected rules took part; the others count for nothing: \`--only list.per-page create --skip list.page\``,
    );
    expect(markdown(unusable)).toContain('❗ Nothing answers at `http://127.0.0.1:4010`: the connection');
  });

  it('shows a failure with all that is needed to see it again', () => {
    const { nodes, text } = checked(nonconformant);
    const blocks = nodes.flatMap((node) => (node.type === 'code' ? [[node.lang, node.value]] : []));
    expect(blocks).toContainEqual(['diff', '+ expected      422\n- actual        201: an issue was created']);
    const sent = blocks.filter(([lang]) => lang === 'sh').map(([, value]) => value);
    expect(sent[0]?.replaceAll(' \\\n ', '')).toBe(zeroFailure.curl);
    expect(sent).toContain('npx --no-install issue-conformance replay conformance.json create.missing-title');
    expect(text).toContain(
      '<summary>Reproduce</summary>\n\n`POST http://127.0.0.1:4010/repos/octo/hello/issues → 201`\n',
    );
    expect(text).toContain(
      '**required** · § 2, 4.2, 7 · Creating an issue without `title` answers 422, with or without a `body`.',
    );
  });

  it('begins with a line for each failure, which leads to the card of its cause', () => {
    const { nodes, text } = checked(nonconformant);
    expect(text).toContain(`### Failures: 3 rules

- [\`list.per-page.zero\`](#failure-1): 0 results, not 30
- [\`list.sort.invalid-ignores-direction\`](#failure-1): 30 results, of which the first is 1 and not 130: 1, 2, 3, 4 and 26 more
- [\`create.missing-title\`](#failure-2): 201: an issue was created, not 422
`);
    const cards = nodes.filter((node) => node.type === 'heading' && node.depth === 4);
    expect(cards.map(wordsIn)).toEqual(['❌ list.per-page.zero', '❌ create.missing-title']);
    expect(text).toContain('\nAlso: in the same request\n\n- `list.sort.invalid-ignores-direction`: 30');
  });

  it('shows two lists around the first result that differs', () => {
    const difference = {
      at: 3,
      from: 2,
      case: ['#8', '#2\u202e'],
      twin: ['#8', '#6', '#5'],
      caseTotal: 3,
      twinTotal: 30,
    };
    const rule = failing('list.sort.invalid-default-order', { difference });
    const { nodes } = checked(sampleReport('nonconformant', { rules: [rule] }));
    expect(nodes.flatMap((node) => (node.type === 'code' ? [node.value] : []))[0]?.split('\n')).toEqual([
      '+ expected      exactly 30 results, the same as with per_page omitted',
      '- actual        0 results',
      String.raw`- this request  … #8 [#2\u{202e}]`,
      '+ compared with … #8 [#6] #5 …',
    ]);
  });

  it('puts known failures, stale entries and what is undecided into lists of their own', () => {
    const { text } = checked(nonconformant);
    expect(text).toContain('- `list.invalid-token`: 200 and 30 results\n');
    expect(text).toContain('- `list.per-page.huge`\n');
    expect(text).toContain(
      '- Not tried: set `OUTSIDER_TOKEN`.\\\n  `list.private.outsider`, `create.private.outsider`\n',
    );
    expect(text).not.toContain('#### ❌ `list.invalid-token`');
  });

  it('counts observations that are undecided for the reason of a gating rule', () => {
    const [first = 'list.ok', ...others] = conformant.rules
      .filter(({ level }) => level === 'observed')
      .map(({ id }) => id as Parameters<typeof undecidedRule>[0]);
    const itemOf = (count: number): string | undefined => {
      const rules = [undecidedRule('list.ok', 'skip', 'Not now.'), undecidedRule(first, 'skip', 'Not now.')];
      for (const id of others.slice(0, count - 1)) rules.push(undecidedRule(id, 'skip', 'Not now.'));
      const { text } = checked(sampleReport('incomplete', { rules: [...rules, sampleRule('list.array')] }));
      return /- Not now\.\\\n {2}(.*)\n/.exec(text)?.[1];
    };
    expect(itemOf(1)).toBe('`list.ok` and 1 observation');
    expect(itemOf(30)).toBe('`list.ok` and 30 observations');
  });

  it('says why something else was not observed, and of how much it does not', () => {
    const [kept, ...others] = conformant.rules.filter(({ level }) => level === 'observed');
    const missed = others
      .slice(0, 6)
      .map(({ id }, index) =>
        undecidedRule(
          id as 'list.ok',
          'inconclusive',
          `Reason ${Math.floor(index / 2) + (index > 4 ? 1 : 0)}.`,
        ),
      );
    const { text } = checked(sampleReport('conformant', { rules: [...(kept ? [kept] : []), ...missed] }));
    expect(
      text,
    ).toContain(`1 of 7 questions that the specification leaves open; the ids begin with \`observed.\`.

- Not observed: 2. Reason 0.
- Not observed: 2. Reason 1.
- Not observed: 1. Reason 2.
- Not observed for other reasons: 1
`);
  });

  it('does not say a reason again that stands at the top', () => {
    expect(markdown(unusable).split('Nothing answers at')).toHaveLength(2);
  });

  it('has a row for each observation', () => {
    const rows = checked(conformant).nodes.filter(({ type }) => type === 'tableRow');
    expect(rows.slice(0, 3).map(wordsIn)).toEqual([
      'QuestionAnswer',
      'per-page.not-an-integer200, empty',
      'page.default200, empty',
    ]);
    expect(rows).toHaveLength(1 + OBSERVATIONS);
  });

  it('ends in how the run was made', () => {
    expect(markdown(nonconformant).trimEnd().split('\n').at(-1)).toBe(
      'profile standard · writes all · `--seed 42` · 387 of 800 requests in 1.2 s · median response time 3.2 ms, 95th percentile 41.7 ms · run `k3v9x2m1qa` · issue-conformance 0.1.0',
    );
  });
});

describe('what is not from us in the Markdown report', () => {
  it.each([
    '@octocat',
    'see #1 and GH-1',
    'octo/hello#1',
    '0123456789abcdef0123456789abcdef01234567',
    'https://example.com www.example.com a@example.com',
    '[a link](https://example.com) ![an image](https://example.com)',
    '[x]: https://example.com',
    '<details><script>alert(1)</script>',
    '</details>',
    '<!-- -->',
    '# a heading',
    'a heading\n===',
    '> [!NOTE]\n> a note',
    '- [ ] a task',
    '| a | b |\n| - | - |',
    '\\| a \\\\| b',
    '```\ncode',
    '`` ` ``` ````',
    '~~~',
    '~~struck~~ **strong** _emphasis_',
    '$x$ $`x`$ $$x$$',
    ':tada: a:tada:b',
    '1. one',
    '+ plus',
    '***',
    '[^1]: a note',
    '&lt;b&gt; &#64;octocat',
    '',
    ' ',
    '   \t\n',
    '`',
    '`a``b` `c` `d`',
  ])('is text or code: %j', (text) => {
    const { nodes } = checked(hostile(text));
    const cards = nodes.filter((node) => node.type === 'heading' && node.depth === 4);
    expect(cards).toHaveLength(2);
  });

  it('is text or code, whatever it is', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        checked(hostile(text));
      }),
      { numRuns: 200 },
    );
  });

  it('is text or code in any report', () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        checked(report);
      }),
      { numRuns: 300 },
    );
  });

  it('is text or code where it is made of what Markdown is made of', () => {
    const markup = fc.string({ unit: fc.constantFrom(...'`*_[]()<>#@!|\\~$:-+=&.1 \na') });
    fc.assert(
      fc.property(markup, (text) => {
        checked(hostile(text));
      }),
      { numRuns: 300 },
    );
  });

  it('cannot be seen where it cannot be seen', () => {
    expect(markdown(hostile('a\u202eb\u200b\u0000'))).not.toMatch(/[\p{Cf}\0]/u);
    expect(markdown(hostile('a\u202eb'))).toContain('a\\u{202e}b');
  });

  it('puts no word behind the command that tries it again but the id of a rule', () => {
    const id = 'list.ok; rm -rf ~';
    const rule = { ...failing('list.ok'), id };
    const shown = markdown(sampleReport('nonconformant', { rules: [rule] }));
    expect(shown).toContain('`list.ok; rm -rf ~`');
    expect(shown).not.toMatch(/replay .*rm/);
  });

  it('does not change a command by breaking it into lines', () => {
    const curl = `curl -si ${"'a b' ".repeat(40)}'not closed`;
    const { nodes } = checked(sampleReport('nonconformant', { rules: [failing('list.ok', { curl })] }));
    expect(nodes.flatMap((node) => (node.type === 'code' ? [node.value] : []))).toContain(curl);
  });
});
