import { inert } from './inert.ts';
import { shorten } from './shorten.ts';

const USUAL = 300;

/**
 * A text of a report as it may be shown: on one line, of at most about `most` UTF-16 units, and without anything that a
 * screen obeys.
 */
export const shown = (text: string, most = USUAL): string => inert(shorten(text, most));
