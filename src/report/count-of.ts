/** `1 rule`, `2 rules`, `1,200 rules`. */
export function countOf(count: number, thing: string, things = `${thing}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? thing : things}`;
}
