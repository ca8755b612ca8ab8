import type { Effect } from '../src/engine/violation.ts';
import type { Impact } from '../src/engine/words.ts';

/** Sentences that a rule has to have of its own. */
type Own<Effects extends Effect> = Impact & Readonly<Record<Effects, string>>;

const REDIRECTED = 'A client that follows no redirects is left without an answer to its request.';
const GONE_AWAY = 'The service stops answering everybody after one such request.';

/** What another answer than 200 does to those who list. */
export const unlessListed = (own: Own<'refused' | 'server-error'>): Impact => ({
  accepted: 'A client that checks for 200, as the specification says, takes the answer for a failure.',
  redirected: REDIRECTED,
  'gone-away': GONE_AWAY,
  ...own,
});

/** What another answer than a 2xx does to those who create an issue. */
export const unlessCreated = (own: Own<'refused' | 'server-error'>): Impact => ({
  redirected: REDIRECTED,
  'gone-away': GONE_AWAY,
  ...own,
});

/** What another answer does than the refusal that is due. */
export const unlessRefused = (own: Own<'accepted' | 'refused' | 'server-error'>): Impact => ({
  redirected: REDIRECTED,
  'gone-away': GONE_AWAY,
  ...own,
});

/** The same for an invalid credential: that the service goes away then may be a lock-out, and says nothing. */
export const unlessUnauthorized = (
  own: Own<'refused' | 'server-error' | 'stored'> | Own<'refused' | 'server-error' | 'accepted'>,
): Impact => ({ redirected: REDIRECTED, ...own });
