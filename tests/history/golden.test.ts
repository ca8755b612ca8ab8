import { expect, it } from 'vitest';
import { changes } from '../../src/history/changes.ts';
import { changesDocument } from '../../src/history/changes-document.ts';
import { matrix } from '../../src/history/matrix.ts';
import { matrixDocument } from '../../src/history/matrix-document.ts';
import { markdown } from '../../src/render/markdown.ts';
import { terminal } from '../../src/render/terminal.ts';
import type { Report } from '../../src/report/model.ts';
import { ends, twelve } from '../report/examples.ts';
import { failing, sampleRule } from '../report/reports.ts';

/** An earlier run in which another rule was broken. */
const earlier: Report = {
  ...twelve,
  run: { ...twelve.run, id: 'earlier', profile: 'quick' },
  rules: twelve.rules.map((rule) =>
    rule.id === 'list.ok'
      ? failing('list.ok')
      : rule.id === 'list.per-page.zero'
        ? sampleRule(rule.id)
        : rule.id === 'observed.page.zero'
          ? sampleRule(rule.id, { observation: { value: '422', note: 'n' } })
          : rule,
  ),
};

// After an intended change, run: npx vitest run --project tests tests/history -u
it.each([
  ['pair', changesDocument(changes(earlier, twelve))],
  ['triple', matrixDocument(matrix([twelve, ...Object.values(ends).slice(1, 3)]))],
] as const)('a %s of reports reads as it did', async (name, document) => {
  await expect(terminal(document, { color: false, width: 80 })).toMatchFileSnapshot(`golden/${name}.txt`);
  await expect(markdown(document)).toMatchFileSnapshot(`golden/${name}.md`);
});
