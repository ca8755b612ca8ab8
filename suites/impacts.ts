import type { Effect } from '../src/model/violation.ts';
import type { Impact } from '../src/model/words.ts';

/** Sentences by effect; each is true of the subject that it begins with. */
type Said<Effects extends Effect> = Readonly<Record<Effects, string>>;

const REDIRECTED = 'A client that follows no redirects is left without an answer to its request.';
const GONE_AWAY = 'The service stops answering everybody after one such request.';

/** Returns a subject as it stands within a sentence: "a client …". */
const within = (subject: string): string => subject.charAt(0).toLowerCase() + subject.slice(1);

const fails = (subject: string): string =>
  `The request of ${within(subject)} fails on the side of the service.`;

/** The impact of another answer than 200 on those who list. @param own sentences on the contents of the list */
export const unlessListed = (
  subject: string,
  own: (subject: string) => Partial<Said<Effect>> = () => ({}),
): Impact => ({
  general: `${subject} cannot rely on the answer.`,
  accepted: 'A client that checks for 200, as the specification says, takes the answer for a failure.',
  redirected: REDIRECTED,
  refused: `${subject} is refused.`,
  'server-error': fails(subject),
  'gone-away': GONE_AWAY,
  ...own(subject),
});

/** Sentences on another list than the twin's. @param than the twin: "than without it" */
export const unlike =
  (than: string) =>
  (subject: string): Said<'too-few' | 'too-many' | 'wrong-results' | 'wrong-order'> => ({
    'too-few': `${subject} is given fewer results ${than}, and may take the page for the last one.`,
    'too-many': `${subject} is given more results ${than}.`,
    'wrong-results': `${subject} is given other issues ${than}.`,
    'wrong-order': `${subject} gets another order ${than}.`,
  });

/** The impact of another list than the twin's, if the rule judges nothing else. */
export const unlessAlike = (subject: string, than: string): Impact => ({
  general: `${subject} gets another list ${than}.`,
  ...unlike(than)(subject),
});

/** Sentences on a page that is not the part of the list that it should be. */
export const unlessPlaced = (subject: string): Said<'too-few' | 'wrong-results' | 'wrong-order'> => ({
  'too-few': `${subject} misses results that belong on it.`,
  'wrong-results': `${subject} is shown issues that do not belong on it.`,
  'wrong-order': `${subject} gets another order than on a larger page.`,
});

/** The impact of another answer than a 2xx on those who create an issue. */
export const unlessCreated = (subject: string, own: Partial<Said<Effect>> = {}): Impact => ({
  general: `${subject} cannot rely on the answer.`,
  redirected: REDIRECTED,
  refused: `${subject} is refused.`,
  'server-error': `${subject} cannot know whether it was created: the request fails on the side of the service.`,
  'gone-away': GONE_AWAY,
  ...own,
});

/**
 * The impact of another answer than the refusal that is due.
 * @param told the end of "is not told …": "that its payload is invalid"
 */
export const unlessRefused = (
  subject: string,
  told: string,
  own: Said<'accepted'> & Partial<Said<Effect>>,
): Impact => ({
  ...unlessUnauthorized(subject, told, own),
  'gone-away': GONE_AWAY,
});

/** The same for an invalid credential: that the service goes away then may be a lock-out, and says nothing. */
export const unlessUnauthorized = (
  subject: string,
  told: string,
  own: Said<'accepted'> & Partial<Said<Effect>>,
): Impact => ({
  general: `${subject} is not told ${told}.`,
  redirected: REDIRECTED,
  refused: `${subject} gets a refusal that does not tell it ${told}.`,
  'server-error': `${fails(subject).slice(0, -1)}, and does not tell it ${told}.`,
  ...own,
});

/** The impact of another answer than 404 on a private repository that is asked for without access. */
export const unlessHidden = (subject: string, own: Partial<Said<Effect>>): Impact => ({
  general: 'The answer does not hide the private repository as a 404 would.',
  accepted: `${subject} are answered as if they had access to the private repository.`,
  redirected: REDIRECTED,
  refused: `${subject} get another refusal than the 404 that hides the private repository.`,
  'server-error': `${subject} get a failure in place of the 404 that hides the private repository.`,
  'gone-away': GONE_AWAY,
  ...own,
});

/** A subject, and the end of "is not told …". */
export const MISTYPED_TOKEN = 'A client with an expired or mistyped token';
export const INVALID = 'that its payload is invalid';
