import type { Answer } from '../answer.ts';

/** An answer of something that is not the service's own code: a framework's error page, a proxy. */
export function failure(status: number, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, headers: { 'content-type': 'text/plain', ...headers }, body: `status ${status}\n` };
}
