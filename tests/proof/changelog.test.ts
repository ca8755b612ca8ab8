import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { rulesJudgedDifferently } from '../../proof/verdicts.ts';

it('the changelog names each rule that the matrix judges otherwise than before', () => {
  const [, , newest = ''] = readFileSync('CHANGELOG.md', 'utf8').split(/^## /m);
  const [, named = ''] = /^- Judged differently: ([^]*?)(?=\n- |\n\n)/m.exec(newest) ?? [];
  const isNamed = (id: string): boolean =>
    [id, `${id.split('.')[0]}.*`].some((name) => named.includes(`\`${name}\``));
  expect(rulesJudgedDifferently().filter((id) => !isNamed(id))).toEqual([]);
});
