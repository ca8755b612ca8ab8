import type { RuleReport } from '../report/model.ts';
import { breakInText } from '../report/runner-commands.ts';
import { shown } from '../report/text.ts';

/** An error with only a message for the test runner; its stack would not help. */
abstract class Shown extends Error {
  constructor(name: string, message: string) {
    const text = breakInText(message);
    super(text);
    this.name = name;
    this.stack = `${name}: ${text}`;
  }
}

export class RuleViolated extends Shown {
  constructor(card: string) {
    super('RuleViolated', card);
  }
}

/** The test of an undecided rule, which must not be green. */
export class RuleUndecided extends Shown {
  constructor(message: string) {
    super('RuleUndecided', message);
  }
}

/** A baseline entry no longer applies. */
export class BaselineOutdated extends Shown {
  constructor(message: string) {
    super('BaselineOutdated', message);
  }
}

/** An observation differs from its pin. No rule is broken. */
export class PinChanged extends Shown {
  constructor({ id, pin, observation }: RuleReport) {
    const [pinned, seen] = [shown(pin?.value ?? ''), shown(observation?.value ?? 'nothing in this run')];
    super(
      'PinChanged',
      `${id}, the team's own expectation and not the specification's: pinned ${pinned}; observed ${seen}`,
    );
  }
}
