/** Values of the contexts that an expression may name: `inputs`, `steps`. */
export type Contexts = Readonly<Record<string, unknown>>;

function named(path: string, contexts: Contexts): string {
  const [context = '', ...keys] = path.split('.');
  let found: unknown = contexts[context];
  for (const key of keys) {
    if (typeof found !== 'object' || found === null) throw new Error(`${path} names nothing.`);
    found = Reflect.get(found, key);
  }
  if (context === 'inputs' && found === undefined) throw new Error(`There is no input ${path}.`);
  return typeof found === 'string' ? found : '';
}

/** Evaluates what action.yml uses of GitHub's expressions; an expression of another form is an error. */
function evaluated(expression: string, contexts: Contexts): string {
  const [, left, sign, right] = /^(\S+) ([!=]=) (\S+)$/.exec(expression) ?? [];
  if (left !== undefined && right !== undefined)
    return String((evaluated(left, contexts) === evaluated(right, contexts)) === (sign === '=='));
  if (expression === 'always()') return 'true';
  const [, literal] = /^'([^']*)'$/.exec(expression) ?? [];
  if (literal !== undefined) return literal;
  if (!/^[a-z]+(?:\.[a-z-]+)+$/.test(expression)) throw new Error(`Not understood: ${expression}`);
  return named(expression, contexts);
}

/** Fills in `${{ … }}` as GitHub does: what a value says is not looked at again. */
export const filledIn = (text: string, contexts: Contexts): string =>
  text.replaceAll(/\$\{\{(.*?)\}\}/gs, (_, expression: string) => evaluated(expression.trim(), contexts));

/** True if a step with this `if` is taken. Without `always()`, it is not taken after a failure. */
export function isTaken(condition: string, contexts: Contexts, hasFailed: boolean): boolean {
  const parts = condition.replace(/^\$\{\{(.*)\}\}$/s, '$1').split('&&');
  if (hasFailed && !condition.includes('always()')) return false;
  return parts.every((part) => part.trim() === '' || evaluated(part.trim(), contexts) === 'true');
}
