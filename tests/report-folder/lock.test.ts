import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { expect, it } from 'vitest';
import { FolderTaken, lockFolder } from '../../src/report-folder/lock.ts';
import { folderOfEachTest } from '../support/temporary.ts';

const at = folderOfEachTest();
const path = (): string => at('.issue-conformance.lock');
const holder = (pid: number, host = hostname()): string => `process ${pid} on ${host} since 2026, run x`;

it.each([
  ['that was just begun', ''],
  ['of a process that is gone', holder(spawnSync('true').pid)],
  ['of an earlier process with the id of this one', holder(process.pid)],
  ['of another machine', holder(process.ppid, 'elsewhere')],
])('a lock %s is replaced, by one run', (_, text) => {
  writeFileSync(path(), text);
  const lock = lockFolder(at(), 'next');
  expect(readFileSync(path(), 'utf8')).toMatch(`process ${process.pid} on ${hostname()} since `);
  expect(() => lockFolder(at(), 'third')).toThrow(FolderTaken);
  lock.release();
  expect(existsSync(path())).toBe(false);
});

it.each([
  ['another run that goes on', holder(process.ppid), `process ${process.ppid} on `],
  ['somebody else', 'mine', 'not a lock of this program'],
])('a lock of %s stays', (_, text, says) => {
  writeFileSync(path(), text);
  expect(() => lockFolder(at(), 'next')).toThrow(says);
  expect(readFileSync(path(), 'utf8')).toBe(text);
});
