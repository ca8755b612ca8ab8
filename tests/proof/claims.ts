import type { Injected } from '../../proof/injected.ts';
import { otherPeopleVariants } from '../../proof/variants/other-clients.ts';
import { markerPattern } from '../../src/context/markers.ts';
import type { ConfirmedViolation } from '../../src/model/finding.ts';
import type { Answering } from './implementing-nothing.ts';

/** The events at a service during a run, against which the claims of reasons are checked. */
export interface Witness {
  /** Method and status of each answer: `GET 200`; `STRANGER POST 201` without the token of a member. */
  readonly answers: Set<string>;
  /** Listings since the first accepted creation. */
  readonly listings: string[];
  /** True if other writers change the lists. */
  readonly hasOthers: boolean;
}

const ANY_MARKER = markerPattern('[0-9a-z]{6,}');
const OF_OTHERS: ReadonlySet<string> = new Set(otherPeopleVariants.map(({ id }) => id));

export const witnessOf = ({ variants = [], faults = [], circumstance }: Injected): Witness => ({
  answers: new Set(),
  listings: [],
  // Without titles, an issue that is stored twice looks like one of somebody else.
  hasOthers:
    variants.some((id) => OF_OTHERS.has(id)) ||
    faults.some((id) => id.endsWith('-and-ids-only')) ||
    /others/.test(circumstance ?? ''),
});

/** Records the responses of a service. */
export function witnessed<S extends Answering>(service: S, { answers, listings }: Witness): S {
  let hasCreated = false;
  return {
    ...service,
    handle: async (incoming) => {
      const answer = await service.handle(incoming);
      const isStranger = incoming.header('authorization') !== `Bearer ${service.token}`;
      const who = incoming.method === 'POST' && isStranger ? 'STRANGER ' : '';
      answers.add(`${who}${incoming.method} ${answer.status}`);
      hasCreated ||= incoming.method === 'POST' && answer.status >= 200 && answer.status < 300;
      if (incoming.method === 'GET' && hasCreated && typeof answer.body === 'string')
        listings.push(answer.body);
      return answer;
    },
  };
}

/**
 * Returns what is untrue in the kind of a violation: `stored` if no listing showed its issue, another kind if one did.
 * It is known only of creations that were answered as accepted.
 */
export function untrueKind({ kind, exchanges }: ConfirmedViolation, { listings }: Witness): string[] {
  const marker = exchanges
    .findLast(({ request }) => request.method === 'POST')
    ?.request.body?.match(ANY_MARKER)?.[0];
  if (marker === undefined) return [];
  const isListed = listings.some((text) => text.includes(marker));
  return isListed === (kind === 'stored') ? [] : [`is ${kind}, ${isListed ? 'listed' : 'not listed'}`];
}

const has = ({ answers }: Witness, method: string, status: RegExp): boolean =>
  [...answers].some((answer) => answer.startsWith(method) && status.test(answer.slice(method.length)));

/** Claims in reasons, with checks of their truth. */
const CLAIMS: readonly {
  readonly says: RegExp;
  readonly isTrue: (witness: Witness, said: string) => boolean;
}[] = [
  { says: /nobody else writes|somebody else/i, isTrue: ({ hasOthers }) => hasOthers },
  { says: /no (?:creation|issue) was accepted/i, isTrue: (witness) => !has(witness, 'POST', /2\d\d/) },
  {
    says: /(?:answered|got) [1-5]\d\d\b|\([1-5]\d\d\)/g,
    isTrue: (witness, said) => has(witness, '', new RegExp(/\d{3}/.exec(said)?.[0] ?? said)),
  },
];

/** Returns the claims of a reason that contradict the service. */
export const deniedIn = (reason: string, witness: Witness): string[] =>
  CLAIMS.flatMap(({ says, isTrue }) =>
    [...reason.matchAll(new RegExp(says, `${says.flags.replace('g', '')}g`))].flatMap(([said]) =>
      isTrue(witness, said) ? [] : [said],
    ),
  );
