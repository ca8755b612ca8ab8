import type { INSTALLED } from '../../scripts/examples/gallery.ts';

interface ProgramWithCurl {
  readonly label: string;
  /** In the order of the catalogue. */
  readonly violated: readonly { readonly rule: string; readonly seen: string }[];
}

const TAKES_ANY_TOKEN = 'Authorization: Bearer made-up lists with 200.';
const CREATES = 'A POST answers 201, and what it sent is in db.json:';

/**
 * Every gating rule that the programs of the gallery break with the set-up of `scripts/gallery`, as seen with
 * curl. They keep all other decided rules.
 */
export const programsWithCurl: Readonly<Record<(typeof INSTALLED)[number], ProgramWithCurl>> = {
  'json-server': {
    label: 'json-server 0.17.4',
    violated: [
      { rule: 'list.per-page.above-maximum', seen: 'per_page=101 gives 101 results, 150 all 138.' },
      { rule: 'list.per-page.huge', seen: 'per_page=9223372036854775808 gives all results.' },
      { rule: 'list.per-page.zero', seen: 'per_page=0 gives 10 results, its own default.' },
      { rule: 'list.per-page.negative', seen: 'per_page=-5 gives all but the last five results.' },
      {
        rule: 'list.sort.invalid-default-order',
        seen: 'With sort=zzz the results begin with 1, 2, 3, and without it with 143, 142, 141.',
      },
      { rule: 'list.invalid-token', seen: TAKES_ANY_TOKEN },
      { rule: 'create.anonymous', seen: `${CREATES} no Authorization at all.` },
      { rule: 'create.invalid-token', seen: `${CREATES} Authorization: Bearer made-up.` },
      {
        rule: 'create.malformed-credential',
        seen: `${CREATES} Bearer alone, Basic, Digest, token, no scheme.`,
      },
      { rule: 'create.missing-title', seen: `${CREATES} {} and {"body":"x"}.` },
      { rule: 'create.title-type', seen: `${CREATES} a title of null, 5, true, [] and {}.` },
      { rule: 'create.body-type', seen: `${CREATES} a body of 5 and [].` },
      { rule: 'create.payload-type', seen: `${CREATES} [] and ["x"]; "x", 5, true and null answer 400.` },
    ],
  },
  prism: {
    label: 'prism 5.14.2',
    violated: [
      { rule: 'list.invalid-token', seen: TAKES_ANY_TOKEN },
      { rule: 'list.unknown-owner', seen: '/repos/qqq/widgets/issues answers 200 with [{}].' },
      { rule: 'list.unknown-repo', seen: '/repos/acme/qqq/issues answers 200 with [{}].' },
      { rule: 'create.invalid-token', seen: 'A POST with Authorization: Bearer made-up answers 200.' },
      { rule: 'create.unknown-owner', seen: 'A POST to /repos/qqq/widgets/issues answers 200.' },
      { rule: 'create.unknown-repo', seen: 'A POST to /repos/acme/qqq/issues answers 200.' },
    ],
  },
  mockoon: {
    // Every POST is answered with 401, so nothing follows from responses to creations.
    label: 'mockoon 9.9.0',
    violated: [
      { rule: 'list.invalid-token', seen: TAKES_ANY_TOKEN },
      { rule: 'list.unknown-owner', seen: '/repos/qqq/widgets/issues answers 200 with [{}].' },
      { rule: 'list.unknown-repo', seen: '/repos/acme/qqq/issues answers 200 with [{}].' },
    ],
  },
};
