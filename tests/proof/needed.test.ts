import { readFile } from 'node:fs/promises';
import { transform } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { withSwitches } from '../../proof/needed/guard.ts';
import { guards } from '../../proof/needed/guards.ts';

const FILES = [...new Set(guards.map(({ file }) => file))];
const guardsIn = (name: string) => guards.filter(({ file }) => file === name);

describe('the guards that npm run needed leaves out', () => {
  it('have ids of their own', () => {
    const ids = guards.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(FILES)('each stand once in %s, which parses with a switch for each', async (file) => {
    const text = withSwitches(await readFile(file, 'utf8'), guardsIn(file));
    await expect(transform(text, { loader: 'ts' })).resolves.toBeDefined();
  });

  it.each(FILES)('leave code that parses in %s', async (file) => {
    const text = await readFile(file, 'utf8');
    for (const { id, code, at = code, without } of guardsIn(file)) {
      const left = text.replace(at, () => at.replace(code, () => without));
      expect(left, id).not.toBe(text);
      await expect(transform(left, { loader: 'ts' }), id).resolves.toBeDefined();
    }
  });
});

describe('a switch', () => {
  const guard = { id: 'a.guard', file: 'a.ts', code: 'b', without: 'c', says: 'It guards.' };

  it('wants its code once', () => {
    expect(() => withSwitches('a + a', [guard])).toThrow('a.guard');
    expect(() => withSwitches('b + b', [guard])).toThrow('a.guard');
  });

  it('overlaps no other', () => {
    const other = { ...guard, id: 'another.guard', code: '(b)' };
    expect(() => withSwitches('(b)', [guard, other])).toThrow('overlaps');
  });
});
