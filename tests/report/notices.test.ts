import { describe, expect, it } from 'vitest';
import { ctrf } from '../../src/report/data/ctrf.ts';
import { junit } from '../../src/report/data/junit.ts';
import { html } from '../../src/report/html/report.tsx';
import { markdown } from '../../src/report/markdown/markdown.ts';
import type { Report } from '../../src/report/model.ts';
import { summary } from '../../src/report/terminal/summary.ts';
import { noticesOf } from '../../src/report/view/run.ts';
import { conformant, nonconformant } from './examples.ts';

const PROXY = 'proxy.example:3128';
const routed: Report = {
  ...conformant,
  run: { ...conformant.run, proxy: PROXY, uncheckedCertificates: true },
};

/** A report in each format for people, on one line. */
const shownBy: Readonly<Record<string, (report: Report) => string>> = {
  summary: (report) => summary(report, { color: false, width: 80, paths: [] }),
  markdown,
  html: (report) => html(report, []).replaceAll(/<[^>]*>/g, ''),
};

describe('how requests got to the target', () => {
  for (const [name, show] of Object.entries(shownBy)) {
    const textOf = (report: Report): string => show(report).replaceAll(/\s+/g, ' ');

    it(`is said in the ${name} where certificates were not checked`, () => {
      expect(textOf(routed)).toMatch(
        /TLS certificates were not checked, .*: `?NODE_TLS_REJECT_UNAUTHORIZED=0/,
      );
      expect(textOf(conformant)).not.toMatch(/certificates/i);
    });

    it(`is said in the ${name} where there was a proxy`, () => {
      expect(textOf(routed)).toMatch(/Requests went through a proxy, .*: `?proxy\.example:3128/);
      expect(textOf(conformant)).not.toContain('proxy.example');
    });
  }

  it('names the headers of the settings, and says how curl comes by them where a line reads them', () => {
    const run = { ...conformant.run, settings: { HEADERS: 'X-Gateway-Key, X-Debug' } };
    const failing = { ...nonconformant, run };
    const failed = failing.rules.map((rule) =>
      rule.failure === undefined
        ? rule
        : { ...rule, failure: { ...rule.failure, curl: 'curl -si -H @headers.txt http://h/' } },
    );
    for (const show of Object.values(shownBy)) {
      const plain = show({ ...conformant, run });
      expect(plain.replaceAll(/\s+/g, ' ')).toMatch(/their values are not shown: `?X-Gateway-Key, X-Debug/);
      expect(plain).not.toContain('printf');
      expect(show({ ...failing, rules: failed })).toContain('printf');
      expect(show(conformant)).not.toContain('HEADERS');
    }
  });

  it('is said to programs as well', () => {
    expect(junit(routed)).toContain('<property name="certificates" value="not checked"/>');
    expect(junit(routed)).toContain(`<property name="proxy" value="${PROXY}"/>`);
    expect(JSON.parse(ctrf(routed))).toMatchObject({
      results: { environment: { extra: { proxy: PROXY, certificates: 'not checked' } } },
    });
    for (const text of [junit(conformant), ctrf(conformant)]) expect(text).not.toMatch(/proxy"|certificates/);
  });
});

describe('errors by chance', () => {
  const errorsByChance = [
    { method: 'GET' as const, statuses: [500, 503], errors: 34, requests: 312 },
    { method: 'POST' as const, statuses: [500], errors: 3, requests: 41 },
  ];

  it.each(Object.entries(shownBy))('stand at the head of the %s, with their numbers', (_name, show) => {
    const erring = { ...conformant, run: { ...conformant.run, errorsByChance } };
    expect(show(erring).replaceAll(/\s+/g, ' ')).toContain(
      'The service answers 500 or 503 to 34 of 312 listings and 500 to 3 of 41 creations by chance',
    );
    expect(show(conformant)).not.toContain('by chance');
  });

  const reason = 'The service answered 500 to 2 of 40 creations by chance.';
  const undecided = (flagged: boolean): Report => ({
    ...conformant,
    outcome: 'incomplete',
    run: { ...conformant.run, errorsByChance },
    rules: conformant.rules.map((rule) =>
      rule.id === 'create.accepted'
        ? Object.assign({}, rule, {
            verdict: 'inconclusive',
            cause: 'unstable',
            reason,
            ...(flagged ? { errorsByChance: true } : {}),
          })
        : rule,
    ),
  });

  it.each(Object.entries(shownBy))(
    'explain the rules that they leave undecided in the %s, and no others',
    (_name, show) => {
      const textOf = (flagged: boolean): string => show(undecided(flagged)).replaceAll(/\s+/g, ' ');
      expect(textOf(true)).toMatch(/by chance, so 1 gating rule is undecided/);
      expect(textOf(true)).not.toContain(reason);
      expect(textOf(false)).not.toMatch(/by chance, so/);
      expect(textOf(false)).toContain(reason);
    },
  );
});

describe('one reason that leaves most rules undecided', () => {
  const reason = 'The service stopped answering after 1.2 s (connection refused).';
  const gone: Report = {
    ...conformant,
    outcome: 'incomplete',
    rules: conformant.rules.map((rule) =>
      rule.verdict === 'pass'
        ? Object.assign({}, rule, { verdict: 'inconclusive', cause: 'unanswered', reason })
        : rule,
    ),
  };

  it.each(Object.entries(shownBy))(
    'stands at the head of the %s, and is not said again below',
    (_name, show) => {
      const text = show(gone).replaceAll(/\s+/g, ' ').replaceAll('&#39;', "'");
      expect(text).not.toContain('For one reason');
      expect(text.split('stopped answering after 1.2 s').length).toBe(2);
    },
  );

  it('is none if it leaves few undecided', () => {
    const few = gone.rules.map((rule, at) => (at < 4 ? rule : { ...rule, verdict: 'pass' as const }));
    const kindsOf = (report: Report): string[] => noticesOf(report).map(({ kind }) => kind);
    expect(kindsOf(gone)).toContain('undecided');
    expect(kindsOf({ ...gone, rules: few })).not.toContain('undecided');
  });
});

describe('a likely cause', () => {
  const failed = nonconformant.rules.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
  const text = 'pages hold 50 results at most (51 to 100 all gave 50)';
  const told: Report = {
    ...nonconformant,
    run: { ...nonconformant.run, likelyCauses: [{ text, rules: failed }] },
  };

  it.each(Object.entries(shownBy))('stands on the card in the %s', (_name, show) => {
    const shown = show(told).replaceAll(/[\s*]+/g, ' ');
    expect(shown).toMatch(/Likely cause ?:? ?Pages hold 50 results at most \(51 to 100 all gave 50\)\./);
    expect(show(nonconformant)).not.toContain('Likely cause');
  });
});
