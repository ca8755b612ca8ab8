import type { PropsWithChildren } from 'hono/jsx';

type PartProps = PropsWithChildren<{
  readonly id: string;
  readonly title: string;
  /** A sentence on what stands below. */
  readonly intro?: string;
}>;

/** A part of a page, with a heading that links can lead to. */
export function Part({ id, title, intro = '', children }: PartProps) {
  return (
    <section class="part" id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {intro === '' ? null : <p class="intro">{intro}</p>}
      {children}
    </section>
  );
}
