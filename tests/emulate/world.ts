/** Contents of the emulator: two users, a public repository and a private one. */

export const MEMBER = 'conformance-member';
const OUTSIDER = 'conformance-outsider';
export const PUBLIC_REPO = 'public-issues';
export const PRIVATE_REPO = 'private-issues';

export const MEMBER_TOKEN = 'member-7f3c9a51e8d24b60b1a7c2d95e43f816';
export const OUTSIDER_TOKEN = 'outsider-2b84d6f09c7e4135a90e6d3b718fc254';
/**
 * Another token of the member. Requests are counted by token (5000 an hour), so seeding does not use up
 * `MEMBER_TOKEN`.
 */
export const SEEDING_TOKEN = 'seeding-c5017e9ab3d84f26961dfb0a4e82d7c3';

const OPEN_ISSUES = 137;
/** Positions counted from the newest issue, which is 1; all among the newest 100. */
export const CLOSED_FROM_NEWEST: readonly number[] = [4, 13, 29, 31, 58, 97];
export const PUBLIC_ISSUES = OPEN_ISSUES + CLOSED_FROM_NEWEST.length;
export const PRIVATE_ISSUES = 3;

const scopes = ['repo', 'user'];

/** An unknown token acts as the first user in this list, so the order of users matters. */
export const SEED_FILE = {
  tokens: {
    [MEMBER_TOKEN]: { login: MEMBER, scopes },
    [OUTSIDER_TOKEN]: { login: OUTSIDER, scopes },
    [SEEDING_TOKEN]: { login: MEMBER, scopes },
  },
  github: {
    users: [{ login: MEMBER }, { login: OUTSIDER }],
    repos: [
      { owner: MEMBER, name: PUBLIC_REPO },
      { owner: MEMBER, name: PRIVATE_REPO, private: true },
    ],
  },
};
