import { describeExchange, type Exchange, isSuccess } from '../target/exchange.ts';
import { ANONYMOUS } from '../target/question.ts';
import type { Trial } from './trial.ts';
import type { Submission } from './writer.ts';

/** A payload that the service must take (section 2). */
export const validPayload: Submission['payload'] = (title) => ({
  title,
  body: 'Created by a conformance run; it may be deleted.',
});

/** A payload without a title, which the service must refuse (sections 2, 4.2 and 7). */
export const untitledPayload: Submission['payload'] = (_title, marker) => ({ body: `no title ${marker}` });

/** A valid creation, sent once in a run, and only where creations are allowed. */
export async function validTwin(t: Trial): Promise<Exchange | null> {
  if (t.context.writes !== 'all') return null;
  return t.shared('valid creation', () =>
    t.submit({ repository: t.premises.repository, as: t.as('member'), payload: validPayload }),
  );
}

/** A creation without a title, with the valid token: how far it gets without creating anything. */
export function withoutTitle(t: Trial): Promise<Exchange> {
  return t.shared('creation without title', () =>
    t.submit({
      repository: t.premises.repository,
      as: t.as('member'),
      payload: untitledPayload,
    }),
  );
}

/** A valid creation without a credential. */
export function anonymously(t: Trial): Promise<Exchange> {
  return t.shared('creation without credential', () =>
    t.submit({ repository: t.premises.repository, as: ANONYMOUS, payload: validPayload }),
  );
}

/** A valid creation in a repository that does not exist. */
export function elsewhere(t: Trial): Promise<Exchange> {
  return t.shared('creation in no repository', () => {
    const { owner, repo } = t.premises.repository;
    const repository = { owner, repo: `${repo}-${t.writer.suffix}` };
    return t.submit({ repository, as: t.as('member'), payload: validPayload });
  });
}

/**
 * The control of a 401 or 404: the same request with TOKEN and the right name is let in, or gets as far as the payload's
 * check.
 */
export async function controlTokenIsLetIn(t: Trial): Promise<void> {
  const twin = await validTwin(t);
  if (twin !== null && isSuccess(twin)) return;
  const checked = await withoutTitle(t);
  t.control(
    checked.fault === null && checked.response?.status === 422,
    `With TOKEN and the right repository a creation gets no further (${describeExchange(twin ?? checked)}), so a refusal shows nothing; check that TOKEN may create issues there.`,
  );
}

/**
 * The control of a 422: a valid creation is accepted; or, where none may be sent, a creation without a credential and
 * one in a repository that does not exist are refused otherwise than an invalid payload.
 */
export async function controlPayloadIsRead(t: Trial): Promise<void> {
  const twin = await validTwin(t);
  if (twin !== null) {
    t.control(
      isSuccess(twin),
      `A valid creation is refused as well (${describeExchange(twin)}), so the refusal of an invalid one shows nothing; mending create.accepted decides it.`,
    );
    return;
  }
  const anonymous = await anonymously(t);
  const nowhere = await elsewhere(t);
  const apart = [anonymous, nowhere].every(
    ({ response, fault }) =>
      fault === null && response !== null && response.status !== 422 && response.status >= 400,
  );
  t.control(
    apart,
    `Creations are refused alike, whatever is wrong with them (${describeExchange(anonymous)} without a credential, ${describeExchange(nowhere)} in a repository that does not exist); WRITES=all decides it.`,
  );
}

/** The control of an acceptance: a creation that must be refused is refused. */
export async function controlRefusesOthers(t: Trial): Promise<void> {
  const others = [await anonymously(t), await withoutTitle(t)];
  t.control(
    others.some(({ response, fault }) => fault === null && response !== null && response.status >= 400),
    'Creations without a credential and without a title are accepted as well, so an acceptance shows nothing; mending create.anonymous decides it.',
  );
}

/** Whether the holder of OUTSIDER_TOKEN lists the public repository: only then a refusal is for want of access. */
export async function controlOutsiderIsKnown(t: Trial): Promise<void> {
  const answer = await t.ask({ repository: t.premises.repository, as: t.as('outsider') });
  t.control(
    answer.response?.status === 200,
    `OUTSIDER_TOKEN is not valid: the public repository is answered ${describeExchange(answer)} with it; a valid token without access decides this.`,
  );
}
