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
      return 'It needs generated values, combinations of them or the end of the list; a run sends only 60 requests without a credential, and few or none of them are of this kind';
    case 'one-in-three':
    case 'one-of-two-replicas':
      return 'It shows at some requests only: the few that could show it were answered correctly, or the rule stays undecided because equal requests were answered differently';
    case 'while-others-write':
    case 'while-others-write-a-lot':
      return 'A changing list may explain it, or it shows only at the former end of the list; on a quiet list it is caught';
    default:
      return 'It shows at one value of many, which this seed does not generate, or it leaves nothing to compare with';
  }
}
