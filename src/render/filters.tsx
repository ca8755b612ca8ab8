/** Results that the list of rules can be limited to. Styles do it, so no script is needed. */
const FILTERS: readonly (readonly [value: string, label: string])[] = [
  ['all', 'all rules'],
  ['fail', 'failed'],
  ['undecided', 'undecided'],
  ['pass', 'passed'],
];

/** What limits the rules of a page to some results. */
export const Filters = () => (
  <fieldset>
    <legend class="heard">Show</legend>
    {FILTERS.map(([value, label]) => (
      <label>
        <input type="radio" name="show" id={`show-${value}`} checked={value === 'all'} /> {label}
      </label>
    ))}
  </fieldset>
);
