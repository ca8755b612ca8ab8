import { type Guard, guardsOf } from './guard.ts';

/** Guards of the attempts before a confirmation. */
export const secondAttemptGuards: readonly Guard[] = [
  ...guardsOf('src/engine/second-look.ts', [
    {
      id: 'second.age',
      at: 'if (isOfAge ||',
      code: 'isOfAge',
      without: 'false',
      says: 'Age explains a difference that is gone once the list had its time.',
    },
    {
      id: 'second.moved',
      code: 'mayBeMotion(suspicion) && hasMoved(t, suspicion)',
      without: 'false',
      says: 'A changing list explains a difference that is gone.',
    },
    {
      id: 'second.undecided',
      code: "judgement.kind === 'undecided' && !isLast",
      without: 'false',
      says: 'An undecided second attempt is made again.',
    },
    {
      id: 'second.by-base',
      code: 'mayBeMotion(each) && isStranger(of, each)',
      without: 'false',
      says: 'What the base caller is shown explains what strangers are shown.',
    },
    {
      id: 'second.rounds',
      at: 'rounds: moves ? TRIES_IN_MOTION : 1 }',
      code: 'moves ? TRIES_IN_MOTION : 1',
      without: '1',
      says: 'A changing list gets three second attempts.',
    },
    {
      id: 'second.undisturbed',
      code: 'each.one.undisturbed !== true',
      without: 'true',
      says: 'Cases that take two requests in a row wait for their confirmation.',
    },
    {
      id: 'second.many',
      code: 'of.left.length + of.confirmed > DISAGREEMENTS_OF_A_SAMPLE',
      without: 'false',
      says: 'Several disagreements of a rule are tried again before they are confirmed.',
    },
    {
      id: 'second.at-once',
      code: '!(await mayBeMoved(of))',
      without: 'true',
      says: 'On a changing list nothing is confirmed before a second attempt.',
    },
    {
      id: 'second.wait',
      code: 'ofAge.some((each) => !isStranger(of, each)) || ofAge.length === of.left.length',
      without: 'false',
      says: 'Strangers are asked again after the list had its time, if others differ still.',
    },
  ]),
  ...guardsOf('src/engine/second-look.ts', [
    {
      id: 'second.plainest',
      code: 'Number(isOther(first))',
      without: '0',
      says: 'A difference of order is confirmed before others.',
    },
    {
      id: 'base.same-list',
      at: 'if (!isSameList)',
      code: '!isSameList',
      without: 'false',
      says: 'The base caller explains nothing of another list.',
    },
    {
      id: 'base.motion',
      code: 'moves ? TWINS_BY_BASE_IN_MOTION : ATTEMPTS_TO_RULE_OUT_CHANCE',
      without: 'ATTEMPTS_TO_RULE_OUT_CHANCE',
      says: 'On a changing list the base caller is asked less often.',
    },
  ]),
  ...guardsOf('src/engine/strangers.ts', [
    {
      id: 'strangers.forget',
      code: 'listHasMoved(first.t)',
      without: 'false',
      says: 'Answers from before a change of the list are not compared with strangers.',
    },
  ]),
  ...guardsOf('src/engine/looking.ts', [
    {
      id: 'looking.fresh',
      code: 'draw() < 0.5',
      without: 'false',
      says: 'Attempts use fresh connections and kept ones.',
    },
    {
      id: 'looking.shuffled',
      at: 'of shuffled(sendings, draw)',
      code: 'shuffled(sendings, draw)',
      without: 'sendings',
      says: 'Case and twins are asked in an order that is drawn.',
    },
    {
      id: 'looking.after',
      code: "typeof twin !== 'function' && twin.as.standing !== 'none'",
      without: 'false',
      says: 'A second attempt asks the twins after the case too.',
    },
  ]),
];
