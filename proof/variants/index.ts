import { findIn } from '../faults/fault.ts';
import { badDayVariants, goingWrongVariants } from './bad-days.ts';
import { callerVariants } from './callers.ts';
import { creationVariants, oddCreationVariants } from './creation.ts';
import { lagAndLimitVariants } from './lag-and-limits.ts';
import { orderVariants } from './orders.ts';
import { otherPeopleVariants } from './other-clients.ts';
import { queryVariants } from './queries.ts';
import { recordShapeVariants } from './record-shapes.ts';
import { lookAlikeVariants, recordVariants } from './records.ts';
import { errorBodyVariants, refusalVariants, reportedTitleVariants } from './refusals.ts';
import { connectionVariants, transportVariants } from './transport.ts';
import type { Variant } from './variant.ts';

export const variants: readonly Variant[] = [
  recordVariants,
  recordShapeVariants,
  lookAlikeVariants,
  orderVariants,
  queryVariants,
  callerVariants,
  refusalVariants,
  errorBodyVariants,
  creationVariants,
  transportVariants,
  oddCreationVariants,
  connectionVariants,
  lagAndLimitVariants,
  badDayVariants,
  otherPeopleVariants,
  goingWrongVariants,
  reportedTitleVariants,
].flat();

export const findVariant = (id: string): Variant => findIn('variant', variants, id);
