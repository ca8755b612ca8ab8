import { expect, it } from 'vitest';
import { resultsAre } from '../../src/trial/judges.ts';
import { listing } from '../../src/trial/list-probe.ts';
import { issues, json, list, tryCheck } from './trying.ts';
for (const status of [500, 503, 404]) for (const more of [0, 1])
it(`down ${status} compared, ${more} reading`, async () => {
    const LIST = issues(150);
    let down = false;
    const { report } = await tryCheck(
      (asked) => {
        down ||= asked.query.has('q');
        if (down) json(asked.response, status, {});
        else list(asked, LIST);
      },
      (t) => t.try([listing(t, { query: { q: '1', per_page: '10' } }, resultsAre(0, 10, 'the first 10'))]),
    );
    console.log(status, report.verdict, report.reason, report.failure?.actual, report.failure?.reproduced);
    expect(report.verdict).toBe('inconclusive');
  });
it('token', async () => {
    const LIST = issues(150);
    for (const token of ['token', 'pass', 'id']) {
    const { report } = await tryCheck((asked) => list(asked, LIST),
      (t) => t.try([listing(t, { query: { q: '1', per_page: '10' } }, resultsAre(0, 10, 'the first 10'))]),
    { premises: { repository: {owner:'acme',repo:'widgets'}, privateRepository: undefined, token, outsiderToken: undefined}});
    console.log(token, JSON.stringify(report));}
});
