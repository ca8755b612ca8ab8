import { execFileSync } from 'node:child_process';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { ruleIds } from '../../src/model/rule-ids.ts';
import { command } from '../../src/render/document.ts';
import { replayLine } from '../../src/report/commands.ts';
import type { Report } from '../../src/report/model.ts';
import { hostileText } from '../support/any-text.ts';
import { conformant } from './examples.ts';

type Replay = NonNullable<Report['run']['replay']>;
const NPX = 'npx --no-install issue-conformance';
const FILE = `${NPX} replay conformance.json`;
const BARE = `${NPX} replay r.json`;

const local: Report = { ...conformant, target: { ...conformant.target, bundled: false } };
const ran = (report: string, more: Partial<Replay> = {}): Report => ({
  ...local,
  run: { ...conformant.run, replay: { program: 'npx', report, ...more } },
});
const target = { ...conformant.target, bundled: true, faults: ['page-ignored'] };
const settings = ['--base-url', 'http://h/a b', '--owner', "o'neill"];

it.each<[Report, { id?: string; path?: string }, string]>([
  [ran('r.json'), {}, BARE],
  [ran('r.json', { program: 'script' }), { id: 'list.ok' }, 'npm run conformance -- replay r.json list.ok'],
  [local, { id: 'list.ok' }, `${FILE} list.ok`],
  [ran(''), {}, FILE],
  [ran('r.json'), { path: 'here/c.json' }, `${NPX} replay here/c.json`],
  [ran('-rf'), {}, FILE],
  [ran('r.json'), { id: 'list.ok; rm -rf ~' }, BARE],
  [ran('r.json'), { id: '-x' }, BARE],
  [ran('r.json'), { id: 'x'.repeat(201) }, BARE],
  [{ ...ran('r.json'), target }, {}, `${BARE} --bundled --fault page-ignored`],
  [
    ran('my reports/c.json', { settings }),
    { id: 'list.ok' },
    String.raw`${NPX} replay 'my reports/c.json' list.ok --base-url 'http://h/a b' --owner 'o'\''neill'`,
  ],
])('a run is replayed by its own command, without words of a stranger (case %#)', (report, options, line) => {
  expect(replayLine(report, options)).toBe(line);
});

it('every rule can be named', () => {
  expect(ruleIds.filter((id) => !replayLine(local, { id }).endsWith(` ${id}`))).toEqual([]);
});

it('a shell reads the words that are meant, whatever the path', () => {
  const path = fc.oneof(
    hostileText,
    fc.constantFrom("it's here/c.json", 'a b/$HOME/`id`.json', '~/x', '!x', 'a;b&c|d>e', '*', '#x'),
  );
  fc.assert(
    fc.property(path, (report) => {
      const line = replayLine(ran(report), { id: 'list.ok' });
      // Others are not shown.
      fc.pre(command('Replay', line).is === 'code');
      const words = line.slice(NPX.length);
      const printed = execFileSync('/bin/sh', ['-c', `printf '%s\\n' ${words}`], { encoding: 'utf8' });
      const [first, file = '', ...rest] = printed.split('\n');
      expect([report, 'conformance.json']).toContain(file);
      expect([first, ...rest]).toEqual(['replay', 'list.ok', '']);
    }),
    { numRuns: 40 },
  );
});
