import type { Report } from '../report/model.ts';
import type { RawSettings } from '../settings/parse.ts';

const LONGEST = 500;

const isAddress = (text: string): boolean =>
  text.length <= LONGEST && /^https?:\/\/[\x21-\x7e]+$/.test(text) && URL.canParse(text);
const isCommit = (text: string): boolean => /^[0-9a-f]{7,64}$/.test(text);

/** Returns the address of the current CI job, from the variables of GitHub or GitLab; empty elsewhere. */
function addressOf({
  GITHUB_SERVER_URL = '',
  GITHUB_REPOSITORY = '',
  GITHUB_RUN_ID = '',
  CI_JOB_URL = '',
}: RawSettings): string {
  return GITHUB_RUN_ID === ''
    ? CI_JOB_URL
    : `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}`;
}

/**
 * Returns the address and commit of the CI run, from the variables of GitHub and GitLab; `undefined` if
 * neither is set.
 */
export function ciRunOf(environment: RawSettings): Report['run']['ci'] {
  const url = addressOf(environment);
  const commit = environment['GITHUB_SHA'] ?? environment['CI_COMMIT_SHA'] ?? '';
  const found = { ...(isAddress(url) ? { url } : {}), ...(isCommit(commit) ? { commit } : {}) };
  return Object.keys(found).length === 0 ? undefined : found;
}
