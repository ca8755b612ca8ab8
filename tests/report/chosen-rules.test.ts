import { describe, expect, it } from 'vitest';
import { matrix } from '../../src/compare/matrix.ts';
import { renderMatrix } from '../../src/compare/render.ts';
import { renderers } from '../../src/report/formats.ts';
import type { Report } from '../../src/report/model.ts';
import { summary } from '../../src/report/terminal/summary.ts';
import { GATING_RULES } from '../support/rule-counts.ts';
import { conformant } from './examples.ts';

const some: Report = {
  ...conformant,
  rules: conformant.rules.filter(({ id }) => id.startsWith('list.p')),
  run: { ...conformant.run, selection: { only: ['list.p'], skip: [] }, gatingRules: GATING_RULES },
};
const CHOSEN = `${some.rules.length} of ${GATING_RULES} rules`;

describe('a run of some of the rules', () => {
  it('never looks like one of all, in the first and the last line of the summary', () => {
    const lines = summary(some, { color: false, width: 100, paths: [] }).trimEnd().split('\n');
    expect(lines[0]).toContain(`Conformant, ${CHOSEN}: `);
    expect(lines.at(-2)).toBe(`Conformant, ${CHOSEN}: the ${some.rules.length} selected rules hold.`);
  });

  for (const name of ['html', 'markdown', 'ctrf'] as const) {
    it(`says so in its headline: ${name}`, () => {
      expect(renderers[name](some, [])).toContain(`Conformant, ${CHOSEN}`);
    });
  }

  it('says so on its badge, and beside other reports', () => {
    expect(renderers.badge(some, [])).toContain(`selected rules (${GATING_RULES} in all)`);
    const beside = renderMatrix.markdown(matrix([some, conformant]), { color: false, width: 80 });
    expect(beside).toContain(`| Conformant, ${CHOSEN} |`);
    expect(beside).toContain('| Conformant |');
  });

  it('has something red in formats of test results where it decided nothing', () => {
    const none: Report = { ...some, outcome: 'incomplete', rules: [] };
    expect(renderers.junit(none, [])).toContain('errors="1"');
    expect(renderers.junit(some, [])).toContain('errors="0"');
  });
});
