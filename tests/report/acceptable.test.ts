import { describe, expect, it } from 'vitest';
import type { RuleReport } from '../../src/report/model.ts';
import { exitWordsOf, sentenceOf } from '../../src/report/view/outcome.ts';
import { isAcceptable, mayBeAllowed } from '../../src/report/view/standing.ts';
import { allRules, sampleReport, undecidedRule } from './reports.ts';

const UNSET = undecidedRule('list.token', 'skip', 'Not tried: set TOKEN.', 'setting');
const SMALL = undecidedRule('list.per-page.maximum', 'inconclusive', 'It takes 100 issues.', 'data');
const SILENT = undecidedRule('list.ok', 'inconclusive', 'There was no answer.', 'unanswered');
const OLD = undecidedRule('list.array', 'inconclusive', 'An older version says no more.');
const UNSEEN = undecidedRule('observed.page.zero', 'inconclusive', 'There was no answer.', 'unanswered');

const incompleteWith = (...open: readonly RuleReport[]) =>
  sampleReport('incomplete', { rules: allRules(open) });

describe('what is accepted of an incomplete run', () => {
  it('is that a setting is missing, or data in the target, and nothing that an older report leaves open', () => {
    expect([UNSET, SMALL, SILENT, OLD].map(isAcceptable)).toEqual([true, true, false, false]);
  });

  it('is not spoilt by what was not observed', () => {
    expect(mayBeAllowed(incompleteWith(UNSET, UNSEEN))).toBe(true);
    expect(mayBeAllowed(incompleteWith(UNSET, SILENT))).toBe(false);
  });

  it('is said in the sentence on its outcome, and nothing of a flag that nobody used', () => {
    const texts = [
      incompleteWith(UNSET, SMALL),
      incompleteWith(UNSET, SMALL, SILENT),
      incompleteWith(OLD),
    ].map((report) => `${sentenceOf(report)}. ${exitWordsOf(report)}.`);
    expect(texts).toEqual([
      'nothing is broken, but 2 gating rules are undecided because settings or data in the target are missing. Exit status 3.',
      'nothing is broken, but 3 gating rules are undecided, 2 of them because settings or data in the target are missing. Exit status 3.',
      'nothing is broken, but 1 gating rule is undecided. Exit status 3.',
    ]);
  });
});
