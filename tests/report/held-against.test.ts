import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { badge } from '../../src/report/data/badge.ts';
import { ctrf } from '../../src/report/data/ctrf.ts';
import { junit } from '../../src/report/data/junit.ts';
import { renderers } from '../../src/report/formats.ts';
import { html } from '../../src/report/html/report.tsx';
import type { Report } from '../../src/report/model.ts';
import { summary } from '../../src/report/terminal/summary.ts';
import { HARMFUL } from '../../src/report/text.ts';
import { exitWordsOf, headlineOf, sentenceOf } from '../../src/report/view/outcome.ts';
import { standingOf } from '../../src/report/view/standing.ts';
import { GATING_RULES, OBSERVATIONS } from '../support/rule-counts.ts';
import { checkedMarkdown } from './checked-markdown.ts';
import { conformant, heldAgainst } from './examples.ts';
import { hostileText } from './hostile-text.ts';
import { partOfPage, textOfPage } from './html-parts.ts';
import { allRules, failing, sampleReport, sampleRule, undecidedRule } from './reports.ts';
import { htmlMistakes } from './valid-html.ts';

const report = heldAgainst('the gateway');
const terminal = (of: Report): string => summary(of, { color: false, width: 120, paths: [] });
const listed = { expect: 'fail', reason: 'the gateway', state: 'as-listed' } as const;
const known = { ...failing('list.ok'), known: true, listed };
const skipped = {
  ...undecidedRule('list.token', 'skip', 'Not tried: set TOKEN.'),
  known: true,
  listed: { ...listed, expect: 'skip' as const },
};
const changed = sampleRule('observed.links', { pin: { value: 'x', reason: 'app', state: 'changed' } });
const missed = {
  ...undecidedRule('observed.links', 'inconclusive', 'no'),
  pin: { value: 'x', reason: 'app', state: 'unobserved' as const },
};

describe('a run that is held against a baseline', () => {
  it.each([
    [
      'nonconformant',
      [known],
      'known',
      'Not conformant, 1 known failure: the baseline lists every failure',
      '0',
    ],
    [
      'incomplete',
      [skipped],
      'known',
      'Incomplete: nothing is broken, and the baseline lists what is undecided: 1 rule',
      '0',
    ],
    [
      'nonconformant',
      [known, skipped],
      'known',
      'Not conformant, 1 known failure: the baseline lists every failure',
      '0',
    ],
    [
      'nonconformant',
      [known, failing('list.array')],
      'unexpected',
      'Not conformant: 1 rule is broken besides 1 known failure',
      '1',
    ],
    [
      'nonconformant',
      [known, undecidedRule('list.array', 'skip', 'x', 'setting')],
      'open',
      'Not conformant, 1 known failure: the baseline lists every failure, but 1 gating rule is undecided because settings are missing',
      '3',
    ],
    [
      'conformant',
      [changed],
      'unexpected',
      `Conformant, 1 pinned observation changed: all ${GATING_RULES} gating rules hold; of what the team relies on beyond the specification, 1 pinned observation changed`,
      '1',
    ],
    [
      'conformant',
      [missed],
      'open',
      `Conformant, 1 pinned observation not made: all ${GATING_RULES} gating rules hold; of what the team relies on beyond the specification, 1 pinned observation not made`,
      '3',
    ],
  ] as const)('says in a line how it stands (%s, case %#)', (outcome, rules, standing, line, exit) => {
    const made = sampleReport(outcome, { rules: allRules(rules) });
    expect(standingOf(made)).toBe(standing);
    expect(`${headlineOf(made)}: ${sentenceOf(made)}`).toBe(line);
    expect(exitWordsOf(made)).toBe(`Exit status ${exit}`);
    expect(terminal(made).split('\n')[0]).toContain(headlineOf(made));
  });

  it('sets apart on a terminal what is expected and what is not', () => {
    const text = terminal(report);
    const titles = [
      'Failures: 2 rules',
      'Pinned observations that changed or were not made: 2',
      'Stale baseline entries: 1',
      'Expired baseline entries: 1',
      'Known failures (in the baseline): 1 rule',
      'Undecided: 1 gating rule',
      'Undecided, as the baseline says: 2 rules',
      'Baseline entries no longer needed: 1',
      'Pinned observations, unchanged: 1\n  observed.page.huge\n',
    ].map((title) => text.indexOf(`\n${title}`));
    expect(titles).not.toContain(-1);
    expect(titles).toEqual(titles.toSorted((a, b) => a - b));
    expect(text).toContain(
      'Baseline          listed to fail (status), but fails in another way (too-few): the gateway (',
    );
    expect(text).toMatch(
      / {2}observed\.page\.zero {2}the gateway \(the gateway\)\n {4}pinned {2}the gateway\n {4}observed {2}200, empty\n/,
    );
    expect(text.split('\n').slice(2, 7)).toEqual([
      `3 of ${GATING_RULES} gating rules fail (1 known)`,
      `${GATING_RULES - 6} pass`,
      '2 undecided (1 as listed)',
      '1 skipped (1 as listed)',
      `${OBSERVATIONS - 1} of ${OBSERVATIONS} observations made`,
    ]);
  });

  it('sets it apart in Markdown', () => {
    const { text } = checkedMarkdown(report);
    for (const title of [
      'Failures: 2 rules',
      'Pinned observations that changed or were not made: 2',
      'Stale baseline entries: 1',
      'Expired baseline entries: 1',
      'Known failures (in the baseline): 1 rule',
      'Undecided, as the baseline says: 2 rules',
      'Baseline entries no longer needed: 1',
      'Pinned observations, unchanged: 1',
    ])
      expect(text).toContain(`\n### ${title}\n`);
    expect(text).toContain(
      '`observed.page.zero`: pinned `the gateway`; observed `200, empty`; the gateway (the gateway)\n',
    );
    const green = checkedMarkdown(sampleReport('nonconformant', { rules: allRules([known]) })).text;
    expect(green).toMatch(/^## 🔶 Not conformant, 1 known failure:/);
    expect(checkedMarkdown(sampleReport('conformant', { rules: allRules([changed]) })).text).toMatch(
      /^## 📌 Conformant,/,
    );
  });

  it('sets it apart in the page, which links to each part', () => {
    const page = html(report, [conformant]);
    expect(htmlMistakes(page)).toEqual([]);
    for (const part of ['failures', 'known', 'pins', 'expired', 'undecided', 'known-undecided'])
      expect(page).toContain(`href="#${part}"`);
    expect(textOfPage(partOfPage(page, 'pins'))).toContain('The team relies on these values');
    expect(textOfPage(partOfPage(page, 'known'))).toContain(
      'known failure: the gateway (the gateway, until 2026-12-31)',
    );
    expect(partOfPage(page, 'undecided')).not.toContain('list.token');
    expect(page).toContain('masthead is-nonconformant');
    expect(html(sampleReport('nonconformant', { rules: allRules([known]) }), [])).toContain(
      'masthead is-known',
    );
  });

  it('fails in formats of test results for what is unexpected, and skips what is known with its reason', () => {
    const { tests } = (JSON.parse(ctrf(report)) as { results: { tests: Record<string, unknown>[] } }).results;
    const failed = tests.filter(({ status }) => status === 'failed').map(({ testId }) => testId);
    expect(failed).toEqual([
      'list.array',
      'list.anonymous',
      'baseline:list.records',
      'baseline:list.anonymous',
      'pins:observed.page.zero',
    ]);
    expect(tests.find(({ testId }) => testId === 'list.ok')).toMatchObject({
      status: 'skipped',
      rawStatus: 'known failure',
      message: 'known failure: the gateway (the gateway, until 2026-12-31) (baseline)',
    });
    const xml = junit(report);
    expect(xml).toContain('failures="5"');
    expect(xml).toContain('classname="issue-conformance.pins" name="observed.page.huge"');
    expect(xml).toContain(
      'the team&apos;s own expectation and not the specification&apos;s: pinned the gateway',
    );
    const green = sampleReport('nonconformant', { rules: allRules([known]) });
    expect(junit(green)).toContain('failures="0" errors="0"');
    expect(JSON.parse(ctrf(green))).toMatchObject({ results: { environment: { healthy: true } } });
    expect(JSON.parse(ctrf(report))).toMatchObject({ results: { environment: { healthy: false } } });
  });

  it('stays a valid page, whatever stands in the baseline', () => {
    const made = heldAgainst('"><script>alert(1)</script>\u202e\u0000');
    expect(htmlMistakes(html(made, []))).toEqual([]);
    expect(html(made, [])).not.toContain('<script>alert');
  });

  it('says nothing that is obeyed, and nothing else, whatever stands in the baseline', () => {
    const plain = badge(heldAgainst('x'));
    fc.assert(
      fc.property(hostileText, (text) => {
        const made = heldAgainst(text);
        checkedMarkdown(made);
        expect(badge(made)).toBe(plain);
        const texts = [
          terminal(made),
          ...(['junit', 'ctrf', 'html'] as const).map((name) => renderers[name](made, [])),
        ];
        for (const each of texts)
          expect(each.match(HARMFUL)?.filter((found) => found !== '\n') ?? []).toEqual([]);
      }),
      { numRuns: 10 },
    );
  });
});
