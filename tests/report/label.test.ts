import { describe, expect, it } from 'vitest';
import { formatNames } from '../../src/report/format-names.ts';
import { renderers } from '../../src/report/formats.ts';
import type { Report } from '../../src/report/model.ts';
import { summary } from '../../src/report/terminal/summary.ts';
import { nonconformant } from './examples.ts';

const LABEL = 'Staging EU';
const labelled: Report = { ...nonconformant, target: { ...nonconformant.target, label: LABEL } };

describe('the label of a target', () => {
  it.each(formatNames)('stands in %s where one was given, and nowhere else', (format) => {
    expect(renderers[format](labelled, [])).toContain(LABEL);
    expect(renderers[format](nonconformant, [])).not.toContain(LABEL);
  });

  it('stands before the address on a terminal', () => {
    expect(summary(labelled, { color: false, width: 120, paths: [] })).toMatch(
      /^Not conformant: Staging EU, http:\/\/127\.0\.0\.1:4010, repository octo\/hello\n/,
    );
  });

  it('is the title of the page, and the name of its history', () => {
    const page = renderers.html(labelled, [nonconformant]);
    expect(page).toContain('<title>Not conformant: Staging EU</title>');
    expect(page).toContain('The last 2 runs on Staging EU, this one included.');
    expect(page).toContain('<strong>Staging EU</strong>, <span class="id">http://127.0.0.1:4010</span>');
  });

  it('names the suite of junit.xml, the report of CTRF and the badge', () => {
    expect(renderers.junit(labelled, [])).toContain('<testsuite name="issue-conformance: Staging EU"');
    expect(renderers.ctrf(labelled, [])).toContain(
      '"reportName": "issue-conformance: Staging EU: Not conformant"',
    );
    expect(renderers.badge(labelled, [])).toContain('"label": "issue-conformance: Staging EU"');
  });

  it('is harmless where a report was written by somebody else', () => {
    const hostile: Report = { ...labelled, target: { ...labelled.target, label: '\u001b[31m<b>@all\u202e' } };
    for (const format of formatNames)
      for (const harmful of ['\u001b', '\u202e'])
        expect(renderers[format](hostile, [])).not.toContain(harmful);
    expect(renderers.markdown(hostile, [])).toContain(`**\`${String.raw`\u{1b}[31m<b>@all\u{202e}`}\`**`);
  });
});
