import { type Guard, guardsOf } from './guard.ts';

/** Guards of the confirmation of a disagreement. */
export const confirmingGuards: readonly Guard[] = [
  ...guardsOf('src/engine/next-step.ts', [
    {
      id: 'confirm.gone-away',
      code: "isSeenOften(kind) && by === 'requests'",
      without: 'false',
      says: 'The client has repeated a request that the service stopped at.',
      stays: 'A third time could stop the service again; tests/engine/going-away.test.ts counts them.',
    },
    {
      id: 'confirm.age',
      code: 'first.age && !aged',
      without: 'false',
      says: 'A difference that age could explain is asked again once the list had its time.',
    },
    {
      id: 'confirm.order',
      at: 'Math.max(first.looks',
      code: 'first.looks',
      without: 'SIGHTINGS_TO_ACCUSE',
      says: 'An order, or other records, take ten attempts.',
    },
    {
      id: 'confirm.order-later',
      code: 'isBroken ? judgement.looks : 0',
      without: '0',
      says: 'A difference that becomes one of order takes ten attempts.',
    },
    {
      id: 'confirm.flaky',
      code: 'isFlaky ? ATTEMPTS_TO_RULE_OUT_CHANCE : 0',
      without: '0',
      says: 'A flaky service takes ten attempts for everything.',
    },
    {
      id: 'confirm.rationed',
      code: 'isRationed ? ATTEMPTS_IF_RATIONED : ATTEMPTS_TO_RULE_OUT_CHANCE',
      without: 'ATTEMPTS_TO_RULE_OUT_CHANCE',
      says: 'Six attempts are enough if requests are rationed.',
    },
    {
      id: 'confirm.wanted',
      code: 'looks < wanted',
      without: 'false',
      says: 'No judgement is final before its attempts were made.',
    },
    {
      id: 'confirm.fleeting',
      code: 'judgement.fleeting && looks >= enough',
      without: 'false',
      says: 'A bad moment that came back in some attempts is judged by their share.',
    },
    {
      id: 'confirm.fleeting-share',
      code: '2 * judgement.seen > looks',
      without: 'true',
      says: 'A bad moment that came back in fewer than half of the attempts holds.',
    },
    {
      id: 'confirm.sightings',
      code: 'judgement.seen >= SIGHTINGS_TO_ACCUSE',
      without: 'true',
      says: 'A violation takes three sightings.',
    },
    {
      id: 'confirm.steady',
      code: 'isSteady || isNoChance',
      without: 'true',
      says: 'A violation in some of the attempts takes more of them.',
    },
    {
      id: 'confirm.chance',
      code: 'chance < CHANCE_TO_ACCUSE',
      without: 'true',
      says: 'What comes by turns is accused only if chance cannot have dealt it to the case alone.',
    },
    {
      id: 'confirm.many',
      at: 'judgement.looks > SIGHTINGS_TO_ACCUSE ?',
      code: 'judgement.looks > SIGHTINGS_TO_ACCUSE',
      without: 'false',
      says: 'An intermittent difference of order takes twenty attempts.',
    },
    {
      id: 'confirm.age-later',
      code: '!judgement.age',
      without: 'true',
      says: 'Age may explain what is seen in later attempts.',
    },
    {
      id: 'confirm.moving',
      at: 'return looks < many ?',
      code: 'looks < many',
      without: 'false',
      says: 'More attempts are made before a rule is left undecided on a changing list.',
    },
    {
      id: 'confirm.at-most',
      code: 'looks < before + most',
      without: 'false',
      says: 'A violation that is seen too seldom gets up to thirty attempts.',
    },
    {
      id: 'confirm.fleeting-held',
      at: 'if (first.fleeting',
      code: 'first.fleeting',
      without: 'false',
      says: 'A bad moment that did not come back holds.',
    },
    {
      id: 'confirm.order-held',
      code: 'first.looks > SIGHTINGS_TO_ACCUSE',
      without: 'false',
      says: 'A difference of order that did not come back in ten attempts holds.',
    },
    {
      id: 'confirm.aged-held',
      at: '|| aged) return end(',
      code: 'aged',
      without: 'false',
      says: 'A difference that did not come back once the list had its time holds.',
    },
    {
      id: 'confirm.without-sighting',
      code: 'more(Math.min(atMost, ATTEMPTS_WITHOUT_SIGHTING))',
      without: "end('slip')",
      says: 'A difference that did not come back gets up to nine attempts.',
    },
  ]),
  ...guardsOf('src/engine/confirm-case.ts', [
    {
      id: 'case.copied',
      code: 'isAged() && !isCopied',
      without: 'isAged()',
      says: 'Age explains differences of copies that are of different times, however long they had.',
    },
    {
      id: 'case.room',
      code: 'each > 0 && room() < each * times',
      without: 'false',
      says: 'No confirmation begins without enough requests for it.',
    },
    {
      id: 'case.withheld',
      at: 'if (doubt !== null) return doubt',
      code: 'doubt !== null',
      without: 'false',
      says: 'Nothing follows from requests that were not sent.',
    },
  ]),
  ...guardsOf('src/engine/confirm-each.ts', [
    {
      id: 'case.gone',
      at: 'const gone of of.gone.slice(0, DISAGREEMENTS_OF_A_SAMPLE)',
      code: 'of.gone.slice(0, DISAGREEMENTS_OF_A_SAMPLE)',
      without: '[]',
      says: 'Disagreements that vanished at the second attempt are confirmed too.',
    },
    {
      id: 'case.rest',
      code: 'rest > 0 && of.unsure === 0',
      without: 'false',
      says: 'Disagreements that were not confirmed leave the rule undecided.',
    },
    {
      id: 'case.unsure',
      at: "=== 'undecided') of.unsure += 1",
      code: 'of.unsure += 1',
      without: '0',
      says: 'Three undecided confirmations end those of a rule.',
      stays:
        'Without it, errors of many cases add up against a rule: list.per-page.zero fails on state-with-size-500, one-in-three.',
    },
  ]),
];
