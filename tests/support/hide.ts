import { type Hidden, Secrets } from '../../src/client/secrets.ts';

/** Texts of a run without any token. */
export const hide = (text: string): Hidden => new Secrets().scrub(text);
