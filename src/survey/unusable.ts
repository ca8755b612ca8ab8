/** The target cannot be checked at all: the message says what was wrong and what to set. */
export class Unusable extends Error {
  override readonly name = 'Unusable';
}
