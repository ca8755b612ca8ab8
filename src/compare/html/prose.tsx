/** A sentence in which words between backticks are code. */
export function Prose({ text }: { readonly text: string }) {
  return <>{text.split('`').map((part, index) => (index % 2 === 0 ? part : <code>{part}</code>))}</>;
}
