import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { badge } from '../../src/report/data/badge.ts';
import type { Report } from '../../src/report/model.ts';
import { standingOf } from '../../src/report/view/standing.ts';
import { CREATE_RULES, GATING_RULES } from '../support/rule-counts.ts';
import { anyReport } from './any-report.ts';
import { brokenRun, conformant, hostile, incomplete, nonconformant, unusable } from './examples.ts';
import { hostileText } from './hostile-text.ts';
import { allRules, failing, sampleReport, sampleRule } from './reports.ts';

/** The JSON that shields.io accepts from an endpoint; it refuses unknown keys. */
const shields = z.strictObject({
  schemaVersion: z.literal(1),
  label: z.string().min(1),
  message: z.string().min(1),
  color: z.enum(['brightgreen', 'red', 'yellow', 'lightgrey']),
  isError: z.boolean().optional(),
});

const badgeOf = (report: Report) => shields.parse(JSON.parse(badge(report)));

describe('the badge', () => {
  it.each([
    ['conformant', conformant, `conformant · ${GATING_RULES} of ${GATING_RULES} rules`, 'brightgreen'],
    [
      'nonconformant',
      nonconformant,
      `3 of ${GATING_RULES} rules broken · 1 known failure · 1 stale baseline entry`,
      'red',
    ],
    [
      'incomplete',
      incomplete,
      `incomplete · ${GATING_RULES - CREATE_RULES} of ${GATING_RULES} selected rules decided`,
      'yellow',
    ],
    ['unusable', unusable, 'unusable', 'lightgrey'],
    ['broken', brokenRun, 'broken', 'lightgrey'],
  ])('says how a run ended that is %s', (_, report, message, color) => {
    expect(badgeOf(report)).toMatchObject({ label: 'issue-conformance', message, color });
  });

  it('counts known failures where there are no others, and is not red', () => {
    const rules = allRules([{ ...failing('list.ok'), known: true }, failing('list.array')]);
    expect(badgeOf(sampleReport('nonconformant', { rules }))).toMatchObject({
      message: `1 of ${GATING_RULES} rules broken · 1 known failure`,
      color: 'red',
    });
    const known = allRules([
      { ...failing('list.ok'), known: true },
      { ...failing('list.array'), known: true },
    ]);
    expect(badgeOf(sampleReport('nonconformant', { rules: known }))).toMatchObject({
      message: `2 known failures · ${GATING_RULES - 2} of ${GATING_RULES} rules hold`,
      color: 'yellow',
    });
  });

  it('is red where a pinned observation changed, and names it, though every rule holds', () => {
    const pin = { value: 'x', reason: 'y', state: 'changed' } as const;
    const rules = allRules([sampleRule('observed.links', { pin })]);
    expect(badgeOf(sampleReport('conformant', { rules }))).toMatchObject({
      message: `conformant · ${GATING_RULES} of ${GATING_RULES} rules · 1 pinned observation changed`,
      color: 'red',
    });
  });

  it('names known failures of an earlier version, which called such a run conformant', () => {
    const rules = allRules([{ ...failing('list.ok'), known: true }]);
    expect(badgeOf(sampleReport('conformant', { rules })).message).toBe(
      `conformant · ${GATING_RULES - 1} of ${GATING_RULES} rules · 1 known failure`,
    );
  });

  it('does not show a part of the rules as all of them', () => {
    const run = { ...conformant.run, selection: { only: ['list.ok'], skip: [] } };
    const rules = allRules().filter(({ id }) => id === 'list.ok');
    expect(badgeOf(sampleReport('conformant', { rules, run })).message).toBe(
      'conformant · 1 of 1 selected rule',
    );
  });

  it('shows a run that is broken by a stale entry alone', () => {
    expect(badgeOf(sampleReport('nonconformant', { staleBaseline: ['list.ok'] })).message).toBe(
      'not conformant · 1 stale baseline entry',
    );
  });

  it('has the colour of a conformant run for no other, whatever the report, and nobody may repaint it', () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        const { color, isError } = badgeOf(report);
        const isHeld = standingOf(report) === 'held';
        expect(color === 'brightgreen').toBe(isHeld);
        expect(isError === true).toBe(!isHeld);
        if (isHeld) expect(report.outcome).toBe('conformant');
      }),
    );
  });

  it('takes no word from the target', () => {
    const unlabelled = (text: string) => {
      const { label: _, ...target } = hostile(text).target;
      return { ...hostile(text), target };
    };
    const plain = badge(unlabelled('x'));
    fc.assert(fc.property(hostileText, (text) => badge(unlabelled(text)) === plain));
  });
});
