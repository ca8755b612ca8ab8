import type { Injected } from '../../proof/injected.ts';
import { otherPeopleVariants } from '../../proof/variants/other-people.ts';
import type { Service } from '../../src/service/service.ts';

/** What really happened at a service during a run, in which the claims of its reasons are looked up. */
export interface Witness {
  /** Method and status of each answer: `GET 200`. */
  readonly answers: Set<string>;
  /** Whether anybody but the run changes what the lists hold. */
  readonly hasOthers: boolean;
}

const OF_OTHERS: ReadonlySet<string> = new Set(otherPeopleVariants.map(({ id }) => id));

export const witnessOf = ({ variants = [], circumstance }: Injected): Witness => ({
  answers: new Set(),
  hasOthers: variants.some((id) => OF_OTHERS.has(id)) || /others/.test(circumstance ?? ''),
});

/** The service, with a witness to what it answers. */
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

/** What reasons say of the service, and what makes that untrue. */
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

/** The claims of a reason that the state of the service denies. */
export const deniedIn = (reason: string, witness: Witness): string[] =>
  CLAIMS.flatMap(({ says, isTrue }) =>
    [...reason.matchAll(new RegExp(says, `${says.flags.replace('g', '')}g`))].flatMap(([said]) =>
      isTrue(witness, said) ? [] : [said],
    ),
  );
