import type { Behaviour } from '../behaviour.ts';
import type { Listing } from '../listing.ts';

/** Changes the text of every listing that is answered with 200. */
export function rewriteList(
  b: Behaviour,
  rewrite: (body: string, listing: Listing) => string | Uint8Array,
): Pick<Behaviour, 'listAnswer'> {
  return {
    listAnswer: (records, total, listing) => {
      const answer = b.listAnswer(records, total, listing);
      if (answer.status !== 200 || typeof answer.body !== 'string') return answer;
      return { ...answer, body: rewrite(answer.body, listing) };
    },
  };
}
