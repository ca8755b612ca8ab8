/** Why a request is not carried out (section 7, and those that any HTTP service has). */
export type Refusal =
  | 'credential-missing'
  | 'credential-unknown'
  | 'credential-forbidden'
  | 'repository-unknown'
  | 'repository-hidden'
  | 'payload-invalid'
  | 'query-invalid'
  | 'method-unknown'
  | 'path-unknown';

/** What may be checked before an operation is carried out. */
export type Check = 'credential' | 'repository' | 'query' | 'payload';
