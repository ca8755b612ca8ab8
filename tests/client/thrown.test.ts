import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { faultOf } from '../../src/client/fault.ts';
import { codeOf, isError, messageOf } from '../../src/client/thrown.ts';

/** An error thrown by Node's modules, as seen from another context. */
const refused: unknown = runInNewContext("Object.assign(new Error('no'), { code: 'ECONNREFUSED' })");

describe('an error of another context', () => {
  it('is an error, with its code and message', () => {
    expect(refused instanceof Error).toBe(false);
    expect(isError(refused)).toBe(true);
    expect(codeOf(refused)).toBe('ECONNREFUSED');
    expect(messageOf(refused)).toBe('no');
  });

  it('is told as the fault that it is', () => {
    expect(faultOf(refused)).toEqual({ kind: 'unreachable', message: 'ECONNREFUSED' });
  });
});

describe('what is no error', () => {
  it.each([
    [undefined, 'undefined'],
    ['text', 'text'],
    [{ message: 'text', code: 'ENOENT' }, '[object Object]'],
  ])('has no code: %j', (thrown, text) => {
    expect(isError(thrown)).toBe(false);
    expect(codeOf(thrown)).toBeUndefined();
    expect(messageOf(thrown)).toBe(text);
  });
});

describe('the code that others import', () => {
  it('asks for errors nowhere else', async () => {
    const paths = await readdir('src', { recursive: true });
    const texts = await Promise.all(
      paths
        .filter(
          (path) =>
            path.endsWith('.ts') && path !== join('client', 'thrown.ts') && !path.startsWith('service'),
        )
        .map(async (path) => [path, await readFile(join('src', path), 'utf8')] as const),
    );
    expect(texts.length).toBeGreaterThan(100);
    expect(texts.flatMap(([path, text]) => (/instanceof Error\b/.test(text) ? [path] : []))).toEqual([]);
  });
});
