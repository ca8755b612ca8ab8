import { describe, expect, it } from 'vitest';
import { resultsAre, statusIs } from '../../src/trial/judges.ts';
import { listing } from '../../src/trial/list-probe.ts';
import type { Trial } from '../../src/trial/trial.ts';
import { type Asked, issues, json, list, tryCheck } from './trying.ts';

const LIST = issues(150);

const firstTen = (t: Trial) =>
  t.try([listing(t, { query: { q: '1', per_page: '10' } }, resultsAre(0, 10, 'the first 10'))]);
const answers200 = (t: Trial) =>
  t.try([listing(t, { query: { q: '1' }, compared: false }, statusIs(200, 'for a listing'))]);

/** Well until the probe comes; from then on everything is answered with one status. */
function gone(status: number, first: (asked: Asked) => void): (asked: Asked) => void {
  let isGone = false;
  return (asked) => {
    if (!isGone && !asked.query.has('q')) return list(asked, LIST);
    if (isGone) return json(asked.response, status, {});
    isGone = true;
    return first(asked);
  };
}

describe('a target that goes away in the middle of a run', () => {
  for (const status of [500, 503, 404, 401]) {
    it(`with ${status} for everything is not accused, though one answer had disagreed`, async () => {
      const { report } = await tryCheck(
        gone(status, ({ response }) => json(response, 200, LIST.slice(5, 15))),
        firstTen,
      );
      expect(report.verdict).toBe('inconclusive');
    });

    it(`with ${status} for everything is not accused of that status`, async () => {
      const { report } = await tryCheck(
        gone(status, ({ response }) => json(response, status, {})),
        answers200,
      );
      expect(report.verdict).toBe('inconclusive');
    });
  }
});
