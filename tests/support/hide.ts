import { Secrets } from '../../src/client/secrets.ts';

/** Texts of a run without any token. */
export const hide = new Secrets().scrub;
