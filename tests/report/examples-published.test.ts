import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GALLERY, INSTALLED } from '../../scripts/examples/gallery.ts';
import { matrix } from '../../src/compare/matrix.ts';
import { renderMatrix } from '../../src/compare/render.ts';
import { withSinceLastRun } from '../../src/compare/since-last-run.ts';
import { linksInto } from '../../src/history/kept-file.ts';
import { pastReports } from '../../src/history/past.ts';
import { formatFiles, formatNames } from '../../src/report/format-names.ts';
import { renderers } from '../../src/report/formats.ts';
import type { Report } from '../../src/report/model.ts';
import { reportFrom } from '../../src/report/read.ts';
import { programsWithCurl } from '../gallery/with-curl.ts';

const FOLDER = 'docs/examples';
const NAMES = ['conformant', 'two-faults', 'emulate'];
const AGAIN = 'not as the code makes it: npm run examples -- render';

const published = (...path: readonly string[]): Promise<string> => readFile(join(FOLDER, ...path), 'utf8');
const reportOf = async (name: string): Promise<Report> => reportFrom(await published(name, formatFiles.json));

describe.each(NAMES)('the published example %s', (name) => {
  it.each(formatNames)('is what its report is rendered to as %s', async (format) => {
    const report = await reportOf(name);
    const history = join(FOLDER, name, 'history');
    const past = await pastReports(report, history);
    // The JSON is the run's own report; the other formats include the history.
    const told = format === 'json' || !existsSync(history) ? report : withSinceLastRun(report, past);
    const made = renderers[format](told, past.reports, linksInto(history, join(FOLDER, name)));
    // Two pages are compared by `===`, because nobody can read their diff.
    expect((await published(name, formatFiles[format])) === made, AGAIN).toBe(true);
  });
});

describe('the history of an example', () => {
  it('has a link to each earlier report, which is there', async () => {
    const page = await published('two-faults', 'report.html');
    const links = [...page.matchAll(/href="(history\/[^"]+)"/g)].map(([, link = '']) =>
      decodeURIComponent(link),
    );
    expect(new Set(links).size).toBe(5);
    for (const link of links) expect(existsSync(join(FOLDER, 'two-faults', link)), link).toBe(true);
  });
});

describe.each(INSTALLED)('the gallery, of %s', (name) => {
  it.each(['html', 'markdown'] as const)('is what its report is rendered to as %s', async (format) => {
    const report = await reportOf(`gallery/${name}`);
    const made = renderers[format](report, []);
    expect((await published('gallery', name, formatFiles[format])) === made, AGAIN).toBe(true);
  });
});

describe.each([
  ['.', NAMES],
  ['gallery', GALLERY],
])('the published matrix in %s', (folder, names) => {
  it.each([
    ['html', 'matrix.html'],
    ['markdown', 'matrix.md'],
  ] as const)('is that of the published reports, as %s', async (format, file) => {
    const reports = await Promise.all(names.map(reportOf));
    const pages = names.map((name) => posix.join(posix.relative(folder, name), 'report.html'));
    const made = renderMatrix[format](matrix(reports, pages), { color: false, width: 80 });
    expect((await published(folder, file)) === made, AGAIN).toBe(true);
  });
});

describe('what the examples show', () => {
  it('is one service that conforms, one with two faults and a history, and one that nobody here wrote', async () => {
    const [conformant, faulty, emulate] = await Promise.all(NAMES.map(reportOf));
    expect([conformant, faulty, emulate].map((report) => report?.outcome)).toEqual([
      'conformant',
      'nonconformant',
      'nonconformant',
    ]);
    const failed = faulty?.rules.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
    expect(failed).toEqual(expect.arrayContaining(['list.per-page.zero', 'create.once']));
    if (faulty === undefined) throw new Error('there is a second example');
    expect((await pastReports(faulty, join(FOLDER, 'two-faults', 'history'))).reports.length).toBe(5);
  });

  it.each(INSTALLED)('is of %s what curl shows, neither more nor less', async (name) => {
    const { rules, target } = await reportOf(`gallery/${name}`);
    const broken = rules.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
    const { label, violated } = programsWithCurl[name];
    expect(target.label).toBe(label);
    expect(broken).toEqual(violated.map(({ rule }) => rule));
  });
});
