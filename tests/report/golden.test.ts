import { expect, it } from 'vitest';
import { renderers } from '../../src/report/formats.ts';
import { summary } from '../../src/report/terminal/summary.ts';
import { ends } from './twelve.ts';

// After an intended change, run: npx vitest run --project tests tests/report/golden.test.ts -u, and read the
// diff.
it.each(Object.entries(ends))('a report that is %s reads as it did', async (end, report) => {
  const paths = ['reports/conformance.json', 'reports/report.html'];
  const text = summary(report, { color: false, width: 80, paths });
  await expect(`${text}\n${renderers.badge(report, [])}`).toMatchFileSnapshot(`golden/${end}.txt`);
  if (end === 'nonconformant')
    await expect(renderers.markdown(report, [])).toMatchFileSnapshot(`golden/${end}.md`);
});
