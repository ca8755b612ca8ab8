import type { Report } from '../report/model.ts';
import { shown } from '../report/shown.ts';

const NAME = 120;

/** A target as a reader knows it. */
export function targetName({ target: { baseUrl, owner, repo, bundled } }: Report): string {
  if (bundled) return 'bundled reference service';
  return `${shown(baseUrl, NAME)} ${shown(`${owner}/${repo}`, NAME)}`;
}
