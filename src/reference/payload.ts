import type { Draft } from './world/issue.ts';

/** What the body of a create request turned out to be. */
export type Payload =
  | { readonly kind: 'valid'; readonly draft: Draft }
  | { readonly kind: 'invalid'; readonly problem: string };
