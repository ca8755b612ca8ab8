import type { Report } from '../report/model.ts';

type Target = Report['target'];

/** An address without what makes no difference: the case of scheme and host, a usual port, a slash at the end. */
export function address(baseUrl: string): string {
  if (!URL.canParse(baseUrl)) return baseUrl;
  return new URL(baseUrl).href.replace(/\/+$/, '');
}

/** Whether two reports are on one repository of one service. The bundled service is one, though its port differs each time. */
export function isSameTarget(one: Target, other: Target): boolean {
  if (one.bundled || other.bundled) return one.bundled && other.bundled;
  return (
    address(one.baseUrl) === address(other.baseUrl) && one.owner === other.owner && one.repo === other.repo
  );
}
