/** A rule that the emulator breaks, as seen with curl instead of this project's checks. */
interface ViolationByHand {
  readonly rule: string;
  readonly seen: string;
  readonly curl: string;
}

/**
 * Every gating rule that emulate 0.8.0 breaks (its GitHub service, started by `start.ts`); it keeps all
 * others. The commands need BASE_URL, OWNER, REPO, PRIVATE_REPO, TOKEN and OUTSIDER_TOKEN in the environment.
 */
export const violatedWithCurl: readonly ViolationByHand[] = [
  {
    rule: 'list.per-page.negative',
    seen: 'A negative per_page, -1 and -5 and the edges of 32 and 64 bits alike, gives 1 result and not the default 30.',
    curl: 'curl -s "$BASE_URL/repos/$OWNER/$REPO/issues?per_page=-5" | jq length',
  },
  {
    rule: 'list.sort.invalid-ignores-direction',
    seen: 'An invalid sort is answered in the default order, newest first, until direction=asc is added, which turns it round; any other direction changes nothing.',
    curl: 'curl -s "$BASE_URL/repos/$OWNER/$REPO/issues?sort=qzxv-9137&direction=asc" | jq -c "map(.number)"',
  },
  {
    rule: 'list.invalid-token',
    seen: 'Every made-up token, near misses of the real one included, lists the public repository with 200.',
    curl: 'curl -s -o /dev/null -w "%{http_code}\\n" -H "Authorization: Bearer made-up-token" "$BASE_URL/repos/$OWNER/$REPO/issues"',
  },
  {
    rule: 'list.private.anonymous',
    seen: 'Without a credential the private repository answers 401 and not 404, while one that does not exist answers 404.',
    curl: 'curl -s -o /dev/null -w "%{http_code}\\n" "$BASE_URL/repos/$OWNER/$PRIVATE_REPO/issues"',
  },
  {
    rule: 'list.private.outsider',
    seen: 'With a valid token that has no access the private repository answers 403 and not 404.',
    curl: 'curl -s -o /dev/null -w "%{http_code}\\n" -H "Authorization: Bearer $OUTSIDER_TOKEN" "$BASE_URL/repos/$OWNER/$PRIVATE_REPO/issues"',
  },
  {
    rule: 'create.invalid-token',
    seen: 'Every made-up token, near misses of the real one included, creates an issue with 201 as the first user of the seed; only what begins with eyJ, as a JSON Web Token does, gets 401.',
    curl: 'curl -s -o /dev/null -w "%{http_code}\\n" -X POST -H "Authorization: Bearer made-up-token" -d \'{"title":"By hand"}\' "$BASE_URL/repos/$OWNER/$REPO/issues"',
  },
  {
    rule: 'create.malformed-credential',
    seen: 'An empty Bearer, made-up text with no scheme and a made-up Basic credential each create an issue with 201.',
    curl: 'curl -s -o /dev/null -w "%{http_code}\\n" -X POST -H "Authorization: Bearer " -d \'{"title":"By hand"}\' "$BASE_URL/repos/$OWNER/$REPO/issues"',
  },
  {
    rule: 'create.body-type',
    seen: 'A body that is a number, a boolean, an array or an object is accepted with 201 and stored as null.',
    curl: 'curl -s -o /dev/null -w "%{http_code}\\n" -X POST -H "Authorization: Bearer $TOKEN" -d \'{"title":"By hand","body":1}\' "$BASE_URL/repos/$OWNER/$REPO/issues"',
  },
  {
    rule: 'create.private.outsider',
    seen: 'With a valid token that has no access, creating in the private repository answers 403 and not 404.',
    curl: 'curl -s -o /dev/null -w "%{http_code}\\n" -X POST -H "Authorization: Bearer $OUTSIDER_TOKEN" -d \'{"title":"By hand"}\' "$BASE_URL/repos/$OWNER/$PRIVATE_REPO/issues"',
  },
];
