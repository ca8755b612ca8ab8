import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { html } from '../../src/report/html/report.tsx';
import type { Report } from '../../src/report/model.ts';
import { GATING_RULES, OBSERVATIONS, RULES } from '../support/rule-counts.ts';
import { anyReport } from './any-report.ts';
import { brokenRun, conformant, hostile, incomplete, nonconformant, unusable } from './examples.ts';
import { attributesOf, partOfPage, textOfPage } from './html-parts.ts';
import {
  allRules,
  failing,
  plainExchange,
  sampleReport,
  sampleRule,
  undecidedRule,
  zeroFailure,
} from './reports.ts';
import { htmlMistakes } from './valid-html.ts';

const examples = Object.entries({ conformant, nonconformant, incomplete, unusable, broken: brokenRun });
const page = html(nonconformant, []);
const wordsOf = (report: Report, id: string): string => textOfPage(partOfPage(html(report, []), id));
const head = (report: Report): string => textOfPage(html(report, []).split('</header>')[0] ?? '');

describe('the page of a report', () => {
  it.each(examples)('is valid HTML for a report that is %s', (_, report) => {
    expect(htmlMistakes(html(report, []))).toEqual([]);
    expect(htmlMistakes(html(report, [conformant, report]))).toEqual([]);
  });

  it('is valid HTML for any report with any past', () => {
    fc.assert(
      fc.property(anyReport, fc.array(anyReport, { maxLength: 2 }), (report, past) => {
        expect(htmlMistakes(html(report, past))).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });

  it('has its parts in the order in which they are wanted', () => {
    const parts = [...html(nonconformant, [conformant]).matchAll(/<section class="part" id="([^"]+)"/g)];
    expect(parts.map(([, id]) => id)).toEqual([
      'failures',
      'stale',
      'known',
      'undecided',
      'observed',
      'map',
      'latency',
      'rules',
      'history',
    ]);
  });

  it.each(examples)('goes from heading to heading in steps of one, for a report that is %s', (_, report) => {
    const levels = [...html(report, [conformant]).matchAll(/<h([1-6])/g)].map(([, level]) => Number(level));
    expect(levels[0]).toBe(1);
    expect(levels.filter((level) => level === 1)).toHaveLength(1);
    for (const [index, level] of levels.entries()) expect(level - (levels[index - 1] ?? 0)).toBeLessThan(2);
  });

  it.each([...examples, ['hostile', hostile('a "b" <c> 日本 `d`')] as const])(
    'has no link that leads nowhere, and none that leads out, for a report that is %s',
    (_, report) => {
      const attributes = attributesOf(html(report, [conformant]));
      const ids = attributes.flatMap(([name, value]) => (name === 'id' ? [value] : []));
      const links = attributes.flatMap(([name, value]) => (name === 'href' ? [value] : []));
      expect(links.filter((link) => !link.startsWith('#') || !ids.includes(link.slice(1)))).toEqual([]);
      expect(new Set(ids).size).toBe(ids.length);
    },
  );

  it.each(examples)(
    'has one place for each rule, which its id leads to, for a report that is %s',
    (_, report) => {
      const ids = attributesOf(html(report, [])).flatMap(([name, value]) => (name === 'id' ? [value] : []));
      for (const { id } of report.rules) expect(ids.filter((each) => each === `rule-${id}`)).toHaveLength(1);
    },
  );

  it('keeps rules apart that are called alike', () => {
    const twice = sampleReport('conformant', { rules: [sampleRule('list.ok'), sampleRule('list.ok')] });
    expect(html(twice, [])).toContain('id="rule-list.ok_2"');
  });
});

describe('the head of the page', () => {
  it('says the outcome, the target and when', () => {
    expect(head(nonconformant)).toContain(
      'Not conformant 3 rules are broken besides 1 known failure, and 1 baseline entry is stale. Broken rules, the gravest first',
    );
    expect(head(nonconformant)).toContain('http://127.0.0.1:4010 Repository octo/hello');
    expect(html(nonconformant, [])).toContain(
      '<time datetime="2025-01-31T12:00:00.000Z">31 January 2025, 12:00 UTC</time>',
    );
  });

  it('names the bundled service', () => {
    expect(head(conformant)).toContain('the bundled reference service');
    expect(head(nonconformant)).not.toContain('the bundled reference service');
  });

  it('says what limits the run', () => {
    expect(head(incomplete)).toContain('The run was interrupted');
    expect(head(incomplete)).toContain('--only list.per-page create --skip list.page');
    expect(head(unusable)).toContain('the connection was refused');
    expect(head(conformant)).not.toMatch(/interrupted|took part/);
  });

  it('counts gating rules apart from observations', () => {
    expect(head(nonconformant)).toContain(
      `✗ 4 of ${GATING_RULES} gating rules fail (1 known) ✓ ${GATING_RULES - 7} pass ? 1 undecided – 2 skipped • ${OBSERVATIONS} of ${OBSERVATIONS} observations made`,
    );
  });

  it('has each failure in a line that leads to its card', () => {
    const [index = ''] = /<div class="card index[\s\S]*?<\/ul>/.exec(page) ?? [];
    const links = [...index.matchAll(/href="#(rule-[^"]+)"/g)].map(([, anchor]) => anchor);
    expect(links).toEqual([
      'rule-list.per-page.zero',
      'rule-list.sort.invalid-ignores-direction',
      'rule-create.missing-title',
    ]);
    for (const anchor of links)
      expect(partOfPage(page, 'failures')).toContain(`<div id="${anchor ?? ''}" class="failure-body">`);
    expect(textOfPage(index)).toContain('list.per-page.zero 0 results');
  });

  it('has every setting', () => {
    for (const [name, value] of Object.entries(nonconformant.run.settings ?? {}))
      expect(head(nonconformant)).toContain(`${name} ${value}`);
  });
});

describe('a failure', () => {
  const card =
    partOfPage(page, 'failures')
      .split('<details class="card failure')
      .find((part) => part.includes('id="rule-list.per-page.zero"')) ?? '';

  it('is a card with all that is known of it', () => {
    for (const known of [
      'required',
      '§ 8',
      zeroFailure.expected,
      zeroFailure.actual,
      zeroFailure.means,
      'per_page: "0"',
      'page: null',
      '3 of 3',
      'npx --no-install issue-conformance replay conformance.json list.per-page.zero',
      'accept: application/vnd.service+json',
      'authorization: Bearer <TOKEN>',
    ])
      expect(textOfPage(card)).toContain(known);
  });

  it('has the curl line exactly as it is to be run', () => {
    const [, shown = ''] = /<code id="curl-\d+">([^<]*)<\/code>/.exec(card) ?? [];
    expect(shown.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')).toBe(
      zeroFailure.curl,
    );
  });

  it('has bodies formatted, as far as they go', () => {
    const response = { status: 200, headers: {}, body: '[{"number":7,"title":"a, b', truncated: true };
    const exchange = { ...plainExchange, response };
    const report = sampleReport('nonconformant', { rules: [failing('list.ok', { exchanges: [exchange] })] });
    expect(html(report, [])).toContain(
      '[\n  {\n    &quot;number&quot;: 7,\n    &quot;title&quot;: &quot;a, b',
    );
  });

  it.each([['curl -si \u202e'], [`curl ${'x'.repeat(5000)}`]])(
    'has no command that is not the real one',
    (curl) => {
      const report = sampleReport('nonconformant', { rules: [failing('list.ok', { curl })] });
      expect(html(report, [])).not.toContain('id="curl-');
      expect(wordsOf(report, 'failures')).toContain('not fit to be shown here; see conformance.json');
    },
  );

  it('says what the run kept of an answer, and where none came', () => {
    expect(textOfPage(card)).toMatch(/The first \d+ characters\./);
    const silent = { ...plainExchange, response: null, fault: 'the connection was reset' };
    const report = sampleReport('nonconformant', { rules: [failing('list.ok', { exchanges: [silent] })] });
    expect(wordsOf(report, 'failures')).toMatch(/no answer.*None\..*the connection was reset/);
  });

  it('that the baseline lists stands apart', () => {
    expect(partOfPage(page, 'failures')).not.toContain('id="rule-list.invalid-token"');
    expect(partOfPage(page, 'known')).toContain('id="rule-list.invalid-token"');
    expect(textOfPage(partOfPage(page, 'stale'))).toContain('list.per-page.huge');
  });

  it('is not said to be missing where nothing could have failed', () => {
    expect(wordsOf(conformant, 'failures')).toContain('No rule is broken.');
    expect(wordsOf(unusable, 'failures')).toContain(
      'No rule was decided, so none can be said to hold or to be broken.',
    );
  });
});

describe('the other parts', () => {
  it('put what is undecided under what would decide it, once', () => {
    const words = textOfPage(partOfPage(page, 'undecided'));
    expect(words.match(/Not tried: set OUTSIDER_TOKEN/g)).toHaveLength(1);
    expect(words).toMatch(/OUTSIDER_TOKEN.*list\.private\.outsider.*create\.private\.outsider/);
    expect(words.indexOf('inconclusive')).toBeLessThan(words.indexOf('– skip'));
  });

  it('show every section of the specification, those without a rule too', () => {
    const map = textOfPage(partOfPage(page, 'map'));
    expect(map).toMatch(/6 Events no rules in this run/);
    const limits = nonconformant.rules.filter(({ sections }) => sections.includes('8'));
    const observed = limits.filter(({ level }) => level === 'observed').length;
    expect(map).toContain(
      `8 Limits ${limits.length} rules: 1 fail, ${limits.length - observed - 1} pass, ${observed} observed`,
    );
  });

  it('show sections that this version does not know', () => {
    const rule = sampleRule('list.ok', { sections: ['12.3', '5.4'] });
    const map = wordsOf(sampleReport('conformant', { rules: [rule] }), 'map');
    expect(map).toMatch(/5 Authentication 1 rule: 1 pass ✓ list\.ok, pass/);
    expect(map).toMatch(/12\.3 Not a section of this version 1 rule: 1 pass/);
  });

  it('have the value and the note of each observation', () => {
    expect(
      textOfPage(partOfPage(page, 'observed')).match(/200, empty It is answered with 200/g),
    ).toHaveLength(OBSERVATIONS);
  });

  it('draw how long answers took, and say it', () => {
    const words = textOfPage(partOfPage(page, 'latency'));
    expect(words).toContain('387 responses: median 3.2 ms, 95th percentile 41.7 ms');
    expect(partOfPage(page, 'latency').match(/<rect/g)).toHaveLength(11);
  });

  it('say that a report has no response times', () => {
    const { latency: _, ...run } = conformant.run;
    expect(wordsOf({ ...conformant, run }, 'latency')).toContain('Not in this report: nothing was answered');
  });

  it('say how much was tried, rule by rule', () => {
    const words = textOfPage(partOfPage(page, 'rules'));
    expect(words).toContain(`${3 * (RULES - 3)} cases of ${RULES} rules, with 387 requests, in 1.2 s.`);
    expect(partOfPage(page, 'rules').match(/<tr[^>]*data-verdict=/g)).toHaveLength(RULES);
    expect(wordsOf(incomplete, 'rules')).toContain('3 retries among them');
  });
});

describe('a rule that passed', () => {
  const { response } = plainExchange;
  const example = {
    case: { per_page: '10' },
    exchange: { ...plainExchange, response: response && { ...response, body: '[{"number":7,"title":"a' } },
  };
  const rule = sampleRule('list.ok', {
    cases: 106,
    requests: 2,
    tried: { callers: { 'with TOKEN': 80, anonymous: 26 }, example },
  });
  const shownIn = wordsOf(sampleReport('conformant', { rules: [rule] }), 'rules');

  it('says how it was tried, and by whom', () => {
    expect(shownIn).toContain('106 cases, 2 requests of its own, other responses reused');
    expect(shownIn).toContain('asked with TOKEN: 80, anonymous: 26');
  });

  it('shows a case with its request and response', () => {
    expect(shownIn).toContain('per_page: "10"');
    expect(shownIn).toContain(
      `${plainExchange.request.method} ${plainExchange.request.url} → 200 [{"number":7`,
    );
  });
});

describe('the history', () => {
  const at = (report: Report, day: number): Report => ({
    ...report,
    run: { ...report.run, startedAt: new Date(Date.UTC(2025, 0, day)).toISOString() },
  });
  const holds = sampleReport('conformant', { rules: [sampleRule('list.ok')] });
  const fails = sampleReport('nonconformant', { rules: [failing('list.ok')] });
  const history = (report: Report, past: readonly Report[]): string =>
    partOfPage(html(report, past), 'history');

  it('is left out where there is none', () => {
    expect(page).not.toMatch(/History|Last runs/);
  });

  it('says since when a rule fails and how often it flipped', () => {
    const words = textOfPage(history(at(fails, 5), [at(fails, 1), at(holds, 2), at(holds, 3), at(fails, 4)]));
    expect(words).toContain('The last 5 runs on this target');
    expect(words).toContain('fails since 4 January 2025, 00:00 UTC ; changed 2 times between pass and fail');
  });

  it('says "at least" where the failures reach as far as the history', () => {
    expect(textOfPage(history(at(fails, 3), [at(fails, 2)]))).toContain(
      'fails since at least 2 January 2025, 00:00 UTC',
    );
  });

  it('reaches 30 runs back, and says what it draws', () => {
    const part = history(fails, [holds, ...Array.from({ length: 29 }, () => fails)]);
    expect(part).toContain('aria-label="30 runs: 30 failed"');
    expect(part).not.toContain('between pass and fail');
  });

  it('has a row for each rule that fails or changed, and the name of each other', () => {
    const part = history(nonconformant, [conformant]);
    expect(part.match(/<tr data-rule/g)).toHaveLength(4);
    expect(part.match(/<li data-rule/g)).toHaveLength(RULES - 4);
    expect(textOfPage(part)).toContain(`${RULES - 4} rules unchanged`);
  });

  it('leads to the report of each earlier run, where that is known', () => {
    const linkTo = ({ run }: Report): string => `../history/${run.id}.json`;
    const named = (report: Report, id: string): Report => ({ ...report, run: { ...report.run, id } });
    const runs = [named(at(holds, 1), 'run-0'), named(at(fails, 2), 'run-1')];
    const part = partOfPage(html(at(fails, 3), runs, linkTo), 'history');
    const links = [...part.matchAll(/href="(\.\.[^"]+)"/g)].map(([, href]) => href);
    // The report occurs in the table of runs, newest first, and as the start of the failure.
    expect(links).toEqual(['../history/run-1.json', '../history/run-0.json', '../history/run-1.json']);
    expect(part).toContain('<title>2025-01-02: failed</title>');
  });

  it('says that a rule was never decided', () => {
    const open = sampleReport('incomplete', { rules: [undecidedRule('list.ok', 'skip', 'r')] });
    expect(textOfPage(history(open, [open]))).toContain('1 rule never decided');
  });
});

describe('a report without rules', () => {
  it('has a page, without a filter', () => {
    const empty = html(sampleReport('broken', { rules: [] }), [
      sampleReport('conformant', { rules: allRules() }),
    ]);
    expect(htmlMistakes(empty)).toEqual([]);
    expect(empty).not.toContain('<form');
  });
});
