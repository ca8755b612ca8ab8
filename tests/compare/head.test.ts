import { describe, expect, it } from 'vitest';
import { changes } from '../../src/compare/changes.ts';
import { changesView } from '../../src/compare/changes-view.ts';
import { factsOf, remarksOf, settingDifferences } from '../../src/compare/runs.ts';
import type { Report } from '../../src/report/model.ts';
import { failing, sampleReport, sampleRule, undecidedRule } from '../report/reports.ts';

const before = sampleReport('conformant');
type Part = Omit<Partial<Report>, 'run' | 'target'> & {
  readonly run?: Partial<Report['run']>;
  readonly target?: Partial<Report['target']>;
};
/** Returns another run on the same target, a day later. */
function later({ run, target, ...part }: Part = {}): Report {
  return sampleReport(part.outcome ?? 'conformant', {
    ...part,
    run: { ...before.run, id: 'later', startedAt: '2025-02-01T12:00:00.000Z', ...run },
    target: { ...before.target, ...target },
  });
}
const remarks = (one: Report, two: Report): string =>
  remarksOf(changes(one, two))
    .map(({ text, quoted }) => `${text} ${quoted}`)
    .join('\n');

describe('remarks', () => {
  it('are none where nothing but time lies between the runs', () => {
    expect(remarks(before, later())).toBe('');
  });

  it.each<[string, Report, Report, RegExp]>([
    ['another target', before, later({ target: { repo: 'other' } }), /different targets/],
    ['the wrong order', later(), before, /of a later run than the other/],
    [
      'the problem of the newer run',
      before,
      later({ problem: 'It went away.' }),
      /The newer run had a problem: It went away\./,
    ],
    [
      'that the older run was interrupted',
      sampleReport('incomplete', { run: { ...before.run, interrupted: true } }),
      later(),
      /The older run was interrupted/,
    ],
    ['other settings', before, later({ run: { writes: 'none' } }), /different settings/],
    [
      'another version',
      before,
      later({ tool: { name: 'issue-conformance', version: '9.0.0' } }),
      /different versions.* 0\.1\.0 and 9\.0\.0/,
    ],
    [
      'an older run that decided nothing',
      sampleReport('unusable', { rules: [undecidedRule('list.ok', 'inconclusive', 'Down.')] }),
      later(),
      /older report decided none/,
    ],
  ])('name %s', (_, one, two, remark) => {
    expect(remarks(one, two)).toMatch(remark);
  });

  it('say that settings are not known where one report does not have them', () => {
    const { settings: _, ...run } = before.run;
    const old = sampleReport('conformant', { run });
    expect(remarks(old, later())).toMatch(/^The older report does not say all its settings/);
    expect(settingDifferences(old, later())).toEqual([]);
    expect(remarks(old, { ...old, run: { ...old.run, id: 'later' } })).toBe('');
  });
});

describe('one run given twice', () => {
  it('is said to be no comparison', () => {
    expect(remarks(before, before)).toContain('one and the same run');
  });
});

describe('settings that differ', () => {
  it('are those of both reports, given or not', () => {
    const { TOKEN: _, ...settings } = before.run.settings ?? {};
    const after = later({
      run: {
        profile: 'quick',
        selection: { only: ['list'], skip: ['list.page'] },
        settings: { ...settings, MAX_RATE: '5' },
      },
    });
    expect(settingDifferences(before, after)).toEqual([
      { name: 'PROFILE', before: 'standard', after: 'quick' },
      { name: 'selected rules', before: 'all rules', after: '--only list --skip list.page' },
      { name: 'TOKEN', before: 'given', after: 'not set' },
      { name: 'MAX_RATE', before: 'not set', after: '5' },
    ]);
  });

  it('are found where they differ only in what is not shown', () => {
    const accept = (middle: string): string => 'a'.repeat(400) + middle + 'a'.repeat(400);
    const one = later({ run: { settings: { ACCEPT: accept('b') } } });
    const two = later({ run: { settings: { ACCEPT: accept('c') } } });
    expect(settingDifferences(one, two)).toHaveLength(1);
    const routed = { ...one, run: { ...one.run, proxy: 'proxy.example:3128', uncheckedCertificates: true } };
    expect(settingDifferences(one, routed)).toEqual([
      { name: 'proxy', before: 'none', after: 'proxy.example:3128' },
      { name: 'certificates', before: 'checked', after: 'not checked' },
    ]);
  });
});

describe('facts', () => {
  const fact = (label: string, one: Report, two: Report) =>
    factsOf(one, two).find((each) => each.label === label);

  it('say how far numbers went', () => {
    const after = later({ run: { requests: 1400, durationMs: 234.5 } });
    expect(fact('requests', before, after)).toMatchObject({
      before: '387',
      after: '1,400',
      difference: '+1,013',
    });
    expect(fact('duration', before, after)).toMatchObject({
      before: '1.2 s',
      after: '0.2 s',
      difference: '−1 s',
    });
    expect(fact('pass', before, after)).toMatchObject({ difference: '' });
  });

  it('say the outcome, and the latency where it is known', () => {
    const { latency: _, ...run } = before.run;
    const after = sampleReport('nonconformant', { run });
    expect(fact('outcome', before, after)).toMatchObject({ before: 'Conformant', after: 'Not conformant' });
    expect(fact('median response time', before, after)).toMatchObject({
      before: '3.2 ms',
      after: 'not in the report',
      difference: '',
    });
    expect(fact('95th percentile', before, later())).toMatchObject({ before: '41.7 ms', difference: '' });
    expect(fact('slowest response', before, later())).toMatchObject({ before: '1,204 ms', difference: '' });
  });
});

describe('the conclusion', () => {
  const of = (one: Report, two: Report) => changesView(changes(one, two));
  const [ok, zero] = [sampleRule('list.ok'), 'list.per-page.zero'] as const;
  const only = (...rules: Report['rules']): Report => sampleReport('nonconformant', { rules });
  const then = (...rules: Report['rules']): Report => later({ outcome: 'nonconformant', rules });

  it('takes no empty list of changes for green', () => {
    const open = undecidedRule('list.array', 'inconclusive', 'No.');
    expect(
      of(only(ok, failing(zero), open), then(ok, failing(zero), open, sampleRule('list.records'))),
    ).toMatchObject({
      tone: 'pass',
      title: 'Not worse',
      sentences: [
        'None of the 3 rules that both reports judge got worse.',
        '1 rule still fails, 1 rule is still undecided, 1 rule was not compared, 1 rule unchanged.',
      ],
    });
  });

  it('says of one rule what it says of many', () => {
    expect(of(only(ok), then(ok)).sentences).toEqual([
      'The one rule that both reports judge did not get worse.',
      '1 rule unchanged.',
    ]);
  });

  it('names all that got worse', () => {
    const lost = undecidedRule('list.array', 'skip', 'Not tried.');
    const after = { ...then(failing(zero), lost), outcome: 'broken' as const };
    expect(of(only(sampleRule(zero), sampleRule('list.array')), after)).toMatchObject({
      tone: 'fail',
      title: 'Got worse',
      sentences: [
        'The outcome is broken now, and 1 rule is newly failing, and 1 rule passed before and is undecided now.',
      ],
    });
  });

  it('says so where nothing can be concluded', () => {
    expect(of(only(ok), then(sampleRule('list.array'))).title).toBe('Not comparable');
  });
});
