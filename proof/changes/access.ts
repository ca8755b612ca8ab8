import type { Behaviour, Change } from '../../src/service/behaviour.ts';
import type { Call } from '../../src/service/request.ts';
import { revise } from './decisions.ts';

/** Lets callers use repositories that they may not use. */
export const openTo = (opens: (...given: Parameters<Behaviour['mayUse']>) => boolean): Change =>
  revise('mayUse', (may, ...given) => may || opens(...given));

/** Accepts whatever credential comes with some calls, or none. */
export const trust = (applies: (call: Call) => boolean): Change =>
  revise('refuseCredential', (refusal, call) => (applies(call) ? undefined : refusal));

export const demandLogin = (applies: (call: Call) => boolean): Change =>
  revise('refuseCredential', (refusal, call) => (applies(call) ? 'credential-missing' : refusal));
