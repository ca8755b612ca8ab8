/** Why a list fault is not caught under a circumstance: what a person should know who relies on this suite. */
export function limitOf(fault: string, circumstance: string): string {
  const [whose] = fault.split('-list-');
  if (
    (circumstance === 'anonymous-only' && whose === 'token') ||
    (circumstance === 'token-only' && whose === 'anonymous')
  )
    return 'It is a fault of other callers, and so shows nowhere under this circumstance';
  switch (circumstance) {
    case 'anonymous-only':
      return 'It shows at drawn values, at combinations of them or at the end of the list, of which few or none are asked for without a credential, since a run has only 60 such requests';
    case 'one-in-three':
    case 'one-of-two-replicas':
      return 'It shows at some requests only: the few that ask for what it breaks fell on good answers, or the rule stays undecided because one request is answered in two ways';
    case 'while-others-write':
    case 'while-others-write-a-lot':
      return 'What it does cannot be told from a list that moves between two requests, or shows only where the list ended before it grew; on a quiet list it is caught';
    default:
      return 'It shows at one value of many, which this seed does not draw, or leaves nothing to compare with';
  }
}
