import { badDayVariants } from './bad-days.ts';
import { creationVariants } from './creation.ts';
import { credentialVariants } from './credentials.ts';
import { otherPeopleVariants } from './other-people.ts';
import { queryVariants } from './queries.ts';
import { recordVariants } from './records.ts';
import { refusalVariants } from './refusals.ts';
import { transportVariants } from './transport.ts';
import type { Variant } from './variant.ts';

export type { Variant } from './variant.ts';

/** Every harmless difference. */
export const variants: readonly Variant[] = [
  ...recordVariants,
  ...queryVariants,
  ...credentialVariants,
  ...refusalVariants,
  ...creationVariants,
  ...transportVariants,
  ...badDayVariants,
  ...otherPeopleVariants,
];

/**
 * The variant of that name, for names that come from outside.
 *
 * @throws Error that lists the variants there are.
 */
export function findVariant(id: string): Variant {
  const found = variants.find((variant) => variant.id === id);
  if (found === undefined) {
    throw new Error(
      `There is no variant "${id}". There are: ${variants.map((variant) => variant.id).join(', ')}.`,
    );
  }
  return found;
}
