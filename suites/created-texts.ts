/** The texts of a creation: words of the title, and a body or none. */
export interface Created {
  readonly words: string;
  readonly body: string | null;
}

/** Texts that break badly made queries and pages. They are apart, since a service may refuse only one of them. */
export const UNUSUAL: readonly Created[] = [
  { words: `it's "quoted"`, body: `it's "quoted"` },
  { words: 'Größe 日本語 тест 🙂', body: 'Größe 日本語 тест 🙂' },
];

/** A word of a title or of a body. */
interface Word {
  readonly in: 'words' | 'body';
  readonly word: string;
}

export const createdWords = (created: Created): readonly Word[] =>
  (['words', 'body'] as const).flatMap((part) =>
    (created[part] ?? '').split(/\s+/).map((word) => ({ in: part, word })),
  );

/** A title and a body of some words; plain ones if there are none. */
export function createdOf(parts: readonly unknown[], { body }: Created): Created {
  const textOf = (part: Word['in']): string =>
    (parts as readonly Word[]).flatMap((each) => (each.in === part ? [each.word] : [])).join(' ');
  return { words: textOf('words') || 'crash', body: body === null ? null : textOf('body') || 'crash' };
}
