import type { Report } from '../report/model.ts';
import { shown } from './shown.ts';

const NAME = 120;

/** A target as a reader knows it. */
export function targetName({ target: { baseUrl, owner, repo, bundled } }: Report): string {
  if (bundled) return 'bundled reference service';
  return `${shown(baseUrl, NAME)} ${shown(`${owner}/${repo}`, NAME)}`;
}

/** Whether two reports are on one target; the bundled service is one, whatever port it got. */
export function isSameTarget({ target: a }: Report, { target: b }: Report): boolean {
  if (a.bundled || b.bundled) return a.bundled === b.bundled;
  const address = (baseUrl: string): string => baseUrl.replace(/\/+$/, '');
  return address(a.baseUrl) === address(b.baseUrl) && a.owner === b.owner && a.repo === b.repo;
}
