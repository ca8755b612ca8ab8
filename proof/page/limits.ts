/**
 * Returns the reason that a list fault is not caught under a circumstance, for people who rely on this suite.
 */
export function limitOf(fault: string, circumstance: string): string {
  const [whose] = fault.split('-list-');
  if (
    (circumstance === 'anonymous-only' && whose === 'token') ||
    (circumstance === 'token-only' && whose === 'anonymous')
  )
    return 'It affects other callers, so it never shows under this circumstance';
  switch (circumstance) {
    case 'anonymous-only':
      return 'It shows only at generated values, at combinations of them or at the end of the list; few or no such requests go without a credential, since a run has only 60 of those';
    case 'one-in-three':
    case 'one-of-two-replicas':
      return 'It shows at some requests only: the few that could show it got correct answers, or the rule stays undecided because one request got two different answers';
    case 'while-others-write':
    case 'while-others-write-a-lot':
      return 'It cannot be told apart from a list that changes between two requests, or shows only where the list ended before it grew; on a quiet list it is caught';
    default:
      return 'It shows at one value of many that this seed does not generate, or leaves nothing to compare with';
  }
}
