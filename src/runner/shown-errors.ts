import { sanitise } from '../model/text.ts';
import { breakInText } from '../render/runner-commands.ts';
import type { RuleReport } from '../report/model.ts';

/** An error with only a message for the test runner; its stack would not help. */
abstract class Shown extends Error {
  constructor(message: string) {
    const text = breakInText(message);
    super(text);
    this.name = new.target.name;
    this.stack = `${this.name}: ${text}`;
  }
}

export class RuleViolated extends Shown {}

/** The test of an undecided rule, which must not be green. */
export class RuleUndecided extends Shown {}

/** A baseline entry no longer applies. */
export class BaselineOutdated extends Shown {}

/** An observation differs from its pin. No rule is broken. */
export class PinChanged extends Shown {
  constructor({ id, pin, observation }: RuleReport) {
    const [pinned, seen] = [
      sanitise(pin?.value ?? ''),
      sanitise(observation?.value ?? 'nothing in this run'),
    ];
    super(
      `${id}, the team's own expectation and not the specification's: pinned ${pinned}; observed ${seen}`,
    );
  }
}
