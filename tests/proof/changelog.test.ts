import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { rulesJudgedDifferently } from '../../proof/verdicts.ts';

it('the changelog names each rule that the matrix judges otherwise than before', () => {
  const [, , newest = ''] = readFileSync('CHANGELOG.md', 'utf8').split(/^## /m);
  const [, named = ''] = /^- Judged differently: ([^]*?)(?=\n- |\n\n)/m.exec(newest) ?? [];
  expect(rulesJudgedDifferently().filter((id) => !named.includes(`\`${id}\``))).toEqual([]);
});
