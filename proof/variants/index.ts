import { badDayVariants } from './bad-days.ts';
import { connectionVariants } from './connections.ts';
import { creationVariants } from './creation.ts';
import { credentialVariants } from './credentials.ts';
import { errorBodyVariants } from './error-bodies.ts';
import { goingWrongVariants } from './going-wrong.ts';
import { lagVariants } from './lag.ts';
import { limitVariants } from './limits.ts';
import { lookAlikeVariants } from './look-alikes.ts';
import { oddCreationVariants } from './odd-creations.ts';
import { oddListVariants } from './odd-lists.ts';
import { orderVariants } from './orders.ts';
import { otherPeopleVariants } from './other-people.ts';
import { pageVariants } from './pages.ts';
import { queryVariants } from './queries.ts';
import { recordMotionVariants } from './record-motion.ts';
import { recordShapeVariants } from './record-shapes.ts';
import { recordVariants } from './records.ts';
import { refusalVariants } from './refusals.ts';
import { reportedVariants } from './reported.ts';
import { stateVariants } from './states.ts';
import { transportVariants } from './transport.ts';
import type { Deviation, Variant } from './variant.ts';
import { viewerVariants } from './viewers.ts';

export type { Variant } from './variant.ts';

function ofKind(kind: Variant['kind'], deviations: readonly (readonly Deviation[])[]): readonly Variant[] {
  return deviations.flat().map((deviation) => Object.assign({ kind }, deviation));
}

/** All variants. */
export const variants: readonly Variant[] = [
  ...ofKind('silent', [
    recordVariants,
    recordShapeVariants,
    recordMotionVariants,
    lookAlikeVariants,
    orderVariants,
    stateVariants,
    pageVariants,
    queryVariants,
    viewerVariants,
    credentialVariants,
    refusalVariants,
    errorBodyVariants,
    creationVariants,
    transportVariants,
    oddListVariants,
    oddCreationVariants,
  ]),
  ...ofKind('bad-day', [
    connectionVariants,
    lagVariants,
    limitVariants,
    badDayVariants,
    otherPeopleVariants,
    goingWrongVariants,
    reportedVariants,
  ]),
];

/**
 * Returns the variant with this id.
 *
 * @throws Error that lists all variants if the id is unknown
 */
export function findVariant(id: string): Variant {
  const found = variants.find((variant) => variant.id === id);
  if (found === undefined) {
    throw new Error(
      `Unknown variant "${id}"; expected one of ${variants.map((variant) => variant.id).join(', ')}.`,
    );
  }
  return found;
}
