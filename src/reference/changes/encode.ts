import type { Behaviour } from '../behaviour.ts';
import type { ServiceRequest } from '../request.ts';

/** Compresses bodies, asked for or not. */
export function encode(
  b: Behaviour,
  coding: string,
  compress: (body: string | Uint8Array) => Uint8Array,
  applies: (request: ServiceRequest) => boolean = () => true,
): Pick<Behaviour, 'around'> {
  return {
    around: async (inner, request) => {
      const answer = await b.around(inner, request);
      if (answer.body.length === 0 || !applies(request)) return answer;
      const headers = { ...answer.headers, 'content-encoding': coding };
      return { ...answer, headers, body: compress(answer.body) };
    },
  };
}
