import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { json } from '../../src/render/json.ts';
import type { Report } from '../../src/report/model.ts';
import { readReport, reportFrom } from '../../src/report-folder/read.ts';
import { sharedFolder } from '../support/temporary.ts';
import { anyReport } from './any-report.ts';
import { conformant } from './examples.ts';
import { worstReport } from './worst.ts';

const { run, rules } = conformant;
const changed = (part: object): string => JSON.stringify({ ...conformant, ...part });

const at = sharedFolder();

it('any report is read as it was written', () => {
  fc.assert(
    fc.property(anyReport, (report) => {
      // Of these, some are not read.
      fc.pre(report.run.replay?.settings === undefined);
      expect(reportFrom(json(report))).toEqual(report);
    }),
  );
});

it.each<[string, string, Report]>([
  ['a byte order mark', `\uFEFF${json(conformant)}`, conformant],
  ['unknown keys', changed({ later: 1, target: { ...conformant.target, later: 1 } }), conformant],
  ['the longest texts that a run keeps', json(worstReport()), worstReport()],
])('a report with %s is read', (_, text, report) => {
  expect(reportFrom(text)).toEqual(report);
});

it('a key that every object has is only a key', () => {
  const named = json(conformant).replace('"target": {', '"target": { "__proto__": { "bundled": false },');
  const { target } = reportFrom(named.replace('"settings": {', '"settings": { "constructor": "x",'));
  expect(target).toEqual(conformant.target);
  expect(Object.getPrototypeOf(target)).toBe(Object.prototype);
});

it.each<[string, RegExp]>([
  ['', /not JSON/],
  ['ghp_SECRET', /^it is not JSON$/],
  [json(conformant).slice(0, 1000), /not JSON/],
  ['[]', /not a report/],
  ['null', /not a report/],
  ['{"schemaVersion":"1"}', /"schemaVersion"/],
  ['{"schemaVersion":0}', /"schemaVersion"/],
  [changed({ schemaVersion: 2 }), /"schemaVersion".* 1/],
  [changed({ run: { ...run, seed: undefined } }), /"run\.seed"/],
  [changed({ run: { ...run, startedAt: 'yesterday' } }), /"run\.startedAt"/],
  [changed({ rules: [rules[0], { ...rules[1], verdict: 'perhaps' }] }), /"rules\.1\.verdict"/],
  [`${'['.repeat(101)}${']'.repeat(101)}`, /not a report/],
  [`${'['.repeat(1e6)}${']'.repeat(1e6)}`, /not a report/],
  ['\u001b[31m', /not JSON/],
  [changed({ run: { ...run, settings: { '\u001b[31m\u202e': 1 } } }), /"run\.settings\./],
])('what is no report is refused without what a terminal obeys (case %#)', (text, names) => {
  const read = (): unknown => reportFrom(text);
  expect(read).toThrow(names);
  expect(read).toThrow(/^[\x20-\x7e]*$/);
});

it('the replay that a report offers names no address', () => {
  const settings = ['--writes', 'all', '--base-url', 'http://h', '; id'];
  const text = changed({ run: { ...run, replay: { program: 'npx', report: 'r.json', settings } } });
  expect(reportFrom(text).run.replay).toEqual({ program: 'npx', report: 'r.json' });
});

it('a file is read, or refused by its path', async () => {
  const place = at();
  const path = join(place, 'conformance.json');
  for (const named of [path, place])
    await expect(readReport(named)).rejects.toThrow(/conformance\.json" .*no such file/);
  await writeFile(path, json(conformant));
  expect(await readReport(path)).toEqual(conformant);
  expect(await readReport(place)).toEqual(conformant);
  // A file of 4 GiB takes no room on the disk, and must take none in memory.
  await truncate(path, 2 ** 32);
  await expect(readReport(path)).rejects.toThrow('bytes');
});
