import { expect, it } from 'vitest';
import { markdown } from '../../src/render/markdown.ts';
import { reportDocument } from '../../src/render/report-document.ts';
import { terminal } from '../../src/render/terminal.ts';
import { conformant, incomplete, twelve, unusable } from './examples.ts';
import { sampleReport } from './reports.ts';

// After an intended change, run: npx vitest run --project tests tests/report/golden.test.ts -u, and read the
// diff.
it.each(Object.entries({ nonconformant: twelve, conformant, incomplete, unusable }))(
  'a report that is %s reads as it did',
  async (end, report) => {
    const paths = ['reports/conformance.json', 'reports/report.html'];
    const text = terminal(reportDocument(report, { paths }), { color: false, width: 80 });
    await expect(text).toMatchFileSnapshot(`golden/${end}.txt`);
  },
);

it('a report reads as it did in Markdown', async () => {
  const rules = twelve.rules.filter(({ id }) => /invalid-ignores|second/.test(id));
  const report = sampleReport('nonconformant', { rules });
  await expect(markdown(reportDocument(report))).toMatchFileSnapshot('golden/report.md');
});
