import { createHash } from 'node:crypto';

/** Joins texts up to a length. A digest stands for what does not fit, so that a change of it shows. */
export function oneText(texts: readonly string[], separator = ', ', most = 100): string {
  const whole = texts.join(separator);
  if (whole.length <= most) return whole;
  const end = ` … ${texts.length} in all, digest ${createHash('sha256').update(whole).digest('hex').slice(0, 8)}`;
  const count = texts.findIndex((_, at) => texts.slice(0, at + 1).join(separator).length + end.length > most);
  return `${texts.slice(0, count).join(separator)}${end}`;
}

/** Puts names of equal texts together: `` `abc`, empty → 422; `1e2` → 200 ``. A single name is left out. */
export function together(told: readonly (readonly [name: string, text: string])[]): string {
  const [first] = told;
  if (first !== undefined && told.length === 1) return first[1];
  const names = new Map<string, string[]>();
  for (const [name, text] of told) names.set(text, [...(names.get(text) ?? []), name]);
  return [...names].map(([text, group]) => `${group.join(', ')} → ${text}`).join('; ');
}

/** Returns the different ones of some texts, at most two: their number depends on what a run happens to send. */
export function alternatives(texts: readonly string[]): string {
  const [one = '', two, ...more] = [...new Set(texts)].toSorted();
  return `${one}${two === undefined ? '' : ` or ${two}`}${more.length > 0 ? ' or others' : ''}`;
}
