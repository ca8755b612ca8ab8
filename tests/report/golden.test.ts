import { expect, it } from 'vitest';
import { badge } from '../../src/render/badge.ts';
import { markdown } from '../../src/render/markdown.ts';
import { reportDocument } from '../../src/render/report-document.ts';
import { terminal } from '../../src/render/terminal.ts';
import { ends } from './examples.ts';

// After an intended change, run: npx vitest run --project tests tests/report/golden.test.ts -u, and read the
// diff.
it.each(Object.entries(ends))('a report that is %s reads as it did', async (end, report) => {
  const paths = ['reports/conformance.json', 'reports/report.html'];
  const text = terminal(reportDocument(report, { paths }), { color: false, width: 80 });
  await expect(`${text}\n${badge(report)}`).toMatchFileSnapshot(`golden/${end}.txt`);
  if (end === 'nonconformant')
    await expect(markdown(reportDocument(report))).toMatchFileSnapshot(`golden/${end}.md`);
});
