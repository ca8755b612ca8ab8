/** Why a list fault is not caught under a circumstance: what a person should know who relies on this suite. */
export function limitOf(_fault: string, circumstance: string): string {
  switch (circumstance) {
    case 'anonymous-only':
      return 'It shows at values that a run draws at random, or at combinations of them, and of what is asked without a credential a run has only 60 requests; other seeds draw others, and `thorough` asks far more';
    case 'one-in-three':
    case 'one-of-two-replicas':
      return 'It shows at few of the values that are tried, each of which is asked for once or twice, and the first look fell on a good answer; other seeds find it';
    case 'while-others-write':
    case 'while-others-write-a-lot':
      return 'What it does cannot be told from a list that moves between two requests, or the list never finds rest; on a quiet list it is caught';
    default:
      return 'It shows at one value of many, which this seed does not draw; `thorough` tries all of them';
  }
}
