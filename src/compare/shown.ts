import { inert } from '../report/inert.ts';
import { shorten } from '../report/shorten.ts';

const USUAL = 300;

/** A text of a report as it may be shown: short, on one line, and without anything that a screen obeys. */
export const shown = (text: string, most = USUAL): string => inert(shorten(text, most));
