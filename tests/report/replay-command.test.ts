import { execFileSync } from 'node:child_process';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ruleIds } from '../../src/model/rule-ids.ts';
import { isPlainId, renderLine, replayLine } from '../../src/report/commands.ts';
import type { Report } from '../../src/report/model.ts';
import { conformant } from './examples.ts';
import { hostileText } from './hostile-text.ts';

type Program = NonNullable<Report['run']['replay']>['program'];

type Replay = NonNullable<Report['run']['replay']>;

const runWith = (
  report: string,
  program: Program = 'command',
  more: Partial<Replay> = {},
): Report['run'] => ({
  ...conformant.run,
  replay: { program, report, ...more },
});

describe('the line that replays a report', () => {
  it.each([
    ['script', 'npm run conformance -- replay reports/conformance.json list.ok'],
    ['npx', 'npx --no-install issue-conformance replay reports/conformance.json list.ok'],
    ['command', 'issue-conformance replay reports/conformance.json list.ok'],
  ] as const)('calls the program as the run was called (%s)', (program, line) => {
    expect(replayLine(runWith('reports/conformance.json', program), { id: 'list.ok' })).toBe(line);
  });

  it('is of the whole report where no rule is named', () => {
    expect(replayLine(runWith('reports/conformance.json'))).toBe(
      'issue-conformance replay reports/conformance.json',
    );
  });

  it('names the file alone where nobody knows its folder', () => {
    const line = 'npx --no-install issue-conformance replay conformance.json list.ok';
    expect(replayLine(null, { id: 'list.ok' })).toBe(line);
    expect(replayLine(conformant.run, { id: 'list.ok' })).toBe(line);
    expect(replayLine(runWith('', 'npx'), { id: 'list.ok' })).toBe(line);
  });

  it('prefers a path that its caller knows', () => {
    expect(replayLine(runWith('reports/conformance.json'), { path: 'here/c.json' })).toBe(
      'issue-conformance replay here/c.json',
    );
  });

  it.each(['-rf', 'a\u202eb', 'a\nb', 'x'.repeat(301)])(
    'names the file alone instead of a path like %j',
    (path) => {
      expect(replayLine(runWith(path))).toBe('issue-conformance replay conformance.json');
    },
  );

  it.each(['list.ok; rm -rf ~', '-x', '', '$(id)', 'a b', 'x'.repeat(201)])(
    'leaves out an id like %j',
    (id) => {
      expect(replayLine(runWith('r.json'), { id })).toBe('issue-conformance replay r.json');
    },
  );

  it('starts the file of the program where that has no name, and gives the target that the folder does not say', () => {
    const settings = ['--base-url', 'http://h/a b', '--owner', "o'neill"];
    const run = runWith('my reports/c.json', 'command', { entry: '../a b/cli.js', settings });
    expect(replayLine(run, { id: 'list.ok' })).toBe(
      String.raw`node '../a b/cli.js' replay 'my reports/c.json' list.ok --base-url 'http://h/a b' --owner 'o'\''neill'`,
    );
    expect(renderLine(run)).toBe("node '../a b/cli.js' render 'my reports/c.json'");
  });

  it.each(['-e', 'a\u202eb', 'a\nb', ''])('starts no file like %j', (entry) => {
    expect(replayLine(runWith('r.json', 'command', { entry }))).toBe('issue-conformance replay r.json');
  });

  it('gives no setting of a report in which one cannot be shown', () => {
    const run = runWith('r.json', 'command', { settings: ['--owner', 'a\nb'] });
    expect(replayLine(run)).toBe('issue-conformance replay r.json');
  });

  it('names every rule of the catalogue', () => {
    expect(ruleIds.filter((id) => !isPlainId(id))).toEqual([]);
  });

  it('is read by a shell as the words that are meant, whatever the path', () => {
    const path = fc.oneof(
      hostileText,
      fc.constantFrom("it's here/c.json", 'a b/$HOME/`id`.json', '~/x', '!x', 'a;b&c|d>e', '*', '#x'),
    );
    fc.assert(
      fc.property(path, (report) => {
        const words = replayLine(runWith(report), { id: 'list.ok' }).replace(/^issue-conformance /, '');
        const read = execFileSync('/bin/sh', ['-c', `printf '%s\\n' ${words}`], { encoding: 'utf8' }).split(
          '\n',
        );
        expect(read).toHaveLength(4);
        expect([report, 'conformance.json']).toContain(read[1]);
        expect([read[0], ...read.slice(2)]).toEqual(['replay', 'list.ok', '']);
      }),
      { numRuns: 40 },
    );
  });
});
