import type { Exchange } from '../src/target/exchange.ts';
import type { Question } from '../src/target/question.ts';
import { type Asked, observeEach } from '../src/trial/observing/asked.ts';
import { mediaTypeOf } from '../src/trial/observing/brief.ts';
import {
  besideMeasure,
  listingQuestion,
  plainList,
  plainListIsRead,
} from '../src/trial/observing/likeness.ts';
import { rule } from '../src/trial/rule.ts';
import type { Trial } from '../src/trial/trial.ts';

const RESULTS = { same: 'the same results', other: 'other results' };

/** The plain listing with other headers. */
const withHeaders = (t: Trial, name: string, headers: Question['headers']): Asked => ({
  name,
  ask: () => t.ask({ ...listingQuestion(t), ...(headers === undefined ? {} : { headers }) }),
});

const mediaType = (t: Trial, { response }: Exchange): string => {
  const type = response?.headers['content-type'];
  return mediaTypeOf(type === undefined ? undefined : t.context.secrets.scrub(type));
};

const besidePlain = (t: Trial) => (answer: Exchange) => besideMeasure(t, answer, plainList(t), RESULTS);

/** Other values of the recommended headers (sections 4.3 and 9). */
export const observedHeaders = [
  rule('observed.version.omitted', async (t) => {
    if (!plainListIsRead(t)) return;
    await observeEach(
      t,
      [withHeaders(t, 'none', { [t.context.versionHeader]: null })],
      besidePlain(t),
      (value) => `A listing without the version header is answered: ${value}.`,
    );
  }),

  rule('observed.version.unknown', async (t) => {
    if (!plainListIsRead(t)) return;
    const versions = ['1999-12-31', 'nonexistent'];
    await observeEach(
      t,
      versions.map((version) => withHeaders(t, version, { [t.context.versionHeader]: version })),
      besidePlain(t),
      (value) => `Listings in versions that do not exist are answered: ${value}.`,
    );
  }),

  rule('observed.accept.omitted', async (t) => {
    if (!plainListIsRead(t)) return;
    const beside = besidePlain(t);
    await observeEach(
      t,
      [withHeaders(t, 'none', { accept: null })],
      async (answer) => {
        const text = await beside(answer);
        return text === null ? null : `${text}, ${mediaType(t, answer)}`;
      },
      (value) => `A listing without the Accept header is answered: ${value}.`,
    );
  }),

  rule('observed.accept.other', async (t) => {
    const types = ['application/json', 'text/html'];
    await observeEach(
      t,
      types.map((type) => withHeaders(t, type, { accept: type })),
      (answer) => `${answer.response?.status ?? 'no answer'}, ${mediaType(t, answer)}`,
      (value) => `Listings with other values of Accept are answered: ${value}.`,
    );
  }),
];
