/** Stands where the filter has hidden all of a part; a part that had nothing to begin with needs no such line. */
export function NoneMatch({ of }: { readonly of: readonly unknown[] }) {
  return of.length === 0 ? null : (
    <p class="muted" data-none-match hidden>
      None of these match the filter.
    </p>
  );
}
