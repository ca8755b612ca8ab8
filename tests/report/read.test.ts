import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isGating } from '../../src/model/words.ts';
import { json } from '../../src/report/data/json.ts';
import { formatNames } from '../../src/report/format-names.ts';
import { renderers } from '../../src/report/formats.ts';
import { reportSchema } from '../../src/report/model.ts';
import { readReport, reportFrom, UnreadableReport } from '../../src/report/read.ts';
import { anyReport } from './any-report.ts';
import { conformant, nonconformant } from './examples.ts';
import { failing } from './reports.ts';
import { worstReport } from './worst.ts';

const earlier = fileURLToPath(new URL('earlier/0.1.0.json', import.meta.url));

/** Returns the JSON of a report after a change. */
const changed = (change: (report: Record<string, unknown>) => void): string => {
  const report: Record<string, unknown> = { ...conformant };
  change(report);
  return JSON.stringify(report);
};

describe('a report that is read from a text', () => {
  it('is the one that was written', () => {
    expect(reportFrom(json(nonconformant))).toEqual(nonconformant);
  });

  it('is the one that was written, whatever stands in it', () => {
    fc.assert(
      fc.property(anyReport, (report) => {
        expect(reportFrom(json(report))).toEqual(report);
      }),
    );
  });

  it('may begin with a byte order mark', () => {
    expect(reportFrom(`\uFEFF${json(conformant)}`)).toEqual(conformant);
  });

  it('loses keys that are not known', () => {
    const text = changed((report) => {
      report['later'] = 1;
      report['target'] = { ...conformant.target, later: 1 };
    });
    expect(reportFrom(text)).toEqual(conformant);
  });

  it.each([
    ['nothing', '', /^it is no JSON \(/],
    ['no JSON', '<html>', /^it is no JSON \(/],
    ['half a report', json(conformant).slice(0, 1000), /^it is no JSON \(/],
    ['an array', '[]', /^it has no "schemaVersion", so it is no report of issue-conformance$/],
    ['null', 'null', /^it has no "schemaVersion"/],
    ['another object', '{"version":1}', /^it has no "schemaVersion"/],
    ['a version that is a text', '{"schemaVersion":"1"}', /^it has no "schemaVersion"/],
    ['a version before the first', '{"schemaVersion":0}', /^it has no "schemaVersion"/],
    [
      'a later version',
      changed((report) => {
        report['schemaVersion'] = 2;
      }),
      /^its schemaVersion is 2, and this program reads up to 1: a newer version of issue-conformance reads it$/,
    ],
    [
      'a key that is missing',
      changed((report) => {
        report['run'] = { ...conformant.run, seed: undefined };
      }),
      /^it is no report: "run\.seed" /,
    ],
    [
      'a rule that is none',
      changed((report) => {
        report['rules'] = [conformant.rules[0], { ...conformant.rules[1], verdict: 'perhaps' }];
      }),
      /^it is no report: "rules\.1\.verdict" /,
    ],
    [
      'a time that is none',
      changed((report) => {
        report['run'] = { ...conformant.run, startedAt: 'yesterday' };
      }),
      /^it is no report: "run\.startedAt" /,
    ],
  ])('is refused with what is wrong: %s', (_, text, message) => {
    const read = (): unknown => reportFrom(text);
    expect(read).toThrow(UnreadableReport);
    expect(read).toThrow(message);
  });

  it.each([
    [
      'too deep',
      `${'['.repeat(101)}${']'.repeat(101)}`,
      /^it goes deeper than 100 levels, which no report does$/,
    ],
    ['far too deep, and cut off', '{"a":'.repeat(200_000), /^it goes deeper than 100 levels/],
    [
      'of too many values',
      `[${'[],'.repeat(75_000)}[]]`,
      /^it has more than 150000 values, which no report has$/,
    ],
    [
      'of too many entries',
      `[${'0,'.repeat(1000)}0]`,
      /^it has more than 1000 entries, which no report has$/,
    ],
    [
      'of too many rules',
      changed((report) => {
        report['rules'] = Array.from({ length: 1001 }, () => conformant.rules[0]);
      }),
      /^its "rules" has more than 1000 entries/,
    ],
  ])('is refused where it is %s', (_, text, message) => {
    const read = (): unknown => reportFrom(text);
    expect(read).toThrow(UnreadableReport);
    expect(read).toThrow(message);
  });

  it('may be as long and as deep as a run ever writes one, and more', () => {
    const worst = worstReport();
    expect(reportFrom(json(worst))).toEqual(worst);
    const payload = JSON.parse(`${'['.repeat(90)}${']'.repeat(90)}`) as unknown;
    const replay = { property: 0, value: payload, afterWrites: false };
    const deep = { ...conformant, rules: [failing('list.ok', { replay })] };
    expect(reportFrom(json(deep))).toEqual(deep);
  });

  it('takes no name that objects have by themselves for anything but a name', () => {
    const named = json(conformant).replace('"target": {', '"target": { "__proto__": { "bundled": false },');
    const report = reportFrom(named.replace('"settings": {', '"settings": { "constructor": "x",'));
    expect(report.target).toEqual(conformant.target);
    expect(Object.getPrototypeOf(report.target)).toBe(Object.prototype);
    expect({}).not.toHaveProperty('bundled');
  });

  it('is refused without what a terminal would obey', () => {
    expect(() => reportFrom('\u001b[31m')).toThrow(/^it is no JSON \([\x20-\x7e]*\)$/);
    const hidden = changed((report) => {
      report['run'] = {
        ...conformant.run,
        settings: { '\u001b[31m\u202e': 1 },
      };
    });
    expect(() => reportFrom(hidden)).toThrow(/^it is no report: "run\.settings\.[\x20-\x7e]*$/);
  });
});

describe('a report that is read from a file', () => {
  let place: string;
  beforeAll(async () => {
    place = await mkdtemp(join(tmpdir(), 'read-'));
  });
  afterAll(async () => {
    await rm(place, { recursive: true });
  });

  it('is the one that was written', async () => {
    const path = join(place, 'conformance.json');
    await writeFile(path, json(nonconformant));
    expect(await readReport(path)).toEqual(nonconformant);
  });

  it('is named where it cannot be read, with what is wrong and what is allowed', async () => {
    const path = join(place, 'list.json');
    await writeFile(path, '[]');
    await expect(readReport(path)).rejects.toThrow(
      `The report ${JSON.stringify(path)} cannot be read: it has no "schemaVersion", so it is no report of issue-conformance. Give the path of a conformance.json that a run has written, or of its folder.`,
    );
  });

  it.each([
    ['is missing', 'none.json', 'there is no such file'],
    ['is not in its folder', 'empty', 'conformance.json" cannot be read: there is no such file'],
    ['is too long', 'long.json', `it has ${2 ** 32} bytes, and ${2 ** 24} are allowed`],
  ])('is refused where it %s', async (_, name, code) => {
    await mkdir(join(place, 'empty'), { recursive: true });
    await writeFile(join(place, 'long.json'), '');
    await truncate(join(place, 'long.json'), 2 ** 32);
    const reading = readReport(join(place, name));
    await expect(reading).rejects.toThrow(UnreadableReport);
    await expect(reading).rejects.toThrow(code);
  });
});
