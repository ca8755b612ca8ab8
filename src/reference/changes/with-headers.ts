import type { Behaviour } from '../behaviour.ts';
import type { ServiceRequest } from '../request.ts';

/** Changes the headers of every answer; a header that becomes undefined is left out. */
export function withHeaders(
  b: Behaviour,
  change: (request: ServiceRequest, status: number) => Readonly<Record<string, string | undefined>>,
): Pick<Behaviour, 'around'> {
  return {
    around: async (inner, request) => {
      const answer = await b.around(inner, request);
      const headers: Record<string, string> = {};
      for (const [name, value] of Object.entries({ ...answer.headers, ...change(request, answer.status) })) {
        if (value !== undefined) headers[name] = value;
      }
      return { ...answer, headers };
    },
  };
}
