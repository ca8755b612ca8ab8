import type { RuleReport } from '../report/model.ts';
import { breakInText } from '../report/runner-commands.ts';
import { shown } from '../report/text.ts';

/** What a test runner shows of a rule: the message, without a stack that leads nowhere. */
abstract class Shown extends Error {
  constructor(name: string, message: string) {
    const text = breakInText(message);
    super(text);
    this.name = name;
    this.stack = `${name}: ${text}`;
  }
}

/** A rule is broken. */
export class RuleViolated extends Shown {
  constructor(card: string) {
    super('RuleViolated', card);
  }
}

/** A rule is not decided, and its test is not to be green. */
export class RuleUndecided extends Shown {
  constructor(message: string) {
    super('RuleUndecided', message);
  }
}

/** What the baseline says of a rule is not so any more. */
export class BaselineOutdated extends Shown {
  constructor(message: string) {
    super('BaselineOutdated', message);
  }
}

/** An observation is another than a team relies on, which breaks no rule. */
export class PinChanged extends Shown {
  constructor({ id, pin, observation }: RuleReport) {
    const [pinned, seen] = [shown(pin?.value ?? ''), shown(observation?.value ?? 'nothing in this run')];
    super(
      'PinChanged',
      `${id}, the team's own expectation and not the specification's: pinned ${pinned}; observed ${seen}`,
    );
  }
}
