import type { Injected } from '../../proof/injected.ts';
import { otherPeopleVariants } from '../../proof/variants/other-people.ts';
import type { Service } from '../../src/service/service.ts';

/** The events at a service during a run, against which the claims of reasons are checked. */
export interface Witness {
  /** Method and status of each answer: `GET 200`. */
  readonly answers: Set<string>;
  /** True if other writers change the lists. */
  readonly hasOthers: boolean;
}

const OF_OTHERS: ReadonlySet<string> = new Set(otherPeopleVariants.map(({ id }) => id));

export const witnessOf = ({ variants = [], circumstance }: Injected): Witness => ({
  answers: new Set(),
  hasOthers: variants.some((id) => OF_OTHERS.has(id)) || /others/.test(circumstance ?? ''),
});

/** Records the responses of a service. */
export const witnessed = (service: Service, { answers }: Witness): Service => ({
  ...service,
  handle: async (incoming) => {
    const answer = await service.handle(incoming);
    answers.add(`${incoming.method} ${answer.status}`);
    return answer;
  },
});

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
    says: /answered [1-5]\d\d\b|\([1-5]\d\d\)/g,
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
