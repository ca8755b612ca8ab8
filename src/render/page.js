// @ts-check

/** @type {HTMLInputElement | null} */
const find = document.querySelector('#find');
const rules = [...document.querySelectorAll('details:has(> summary > h3)')];

/** Shows the rules whose headings hold the text of the field. */
function filter() {
  const wanted = (find?.value ?? '').trim().toLowerCase();
  let found = 0;
  for (const rule of rules) {
    const isFound = rule.querySelector('h3')?.textContent.toLowerCase().includes(wanted) === true;
    rule.toggleAttribute('hidden', !isFound);
    found += Number(isFound);
  }
  const output = document.querySelector('output');
  if (output !== null) output.textContent = wanted === '' ? '' : `${found} of ${rules.length} rules`;
}
if (find !== null) {
  find.hidden = false;
  find.addEventListener('input', filter);
}

/** Opens the folds around the place that a link leads to, and shows it if it is filtered out. */
function open() {
  const place = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (place?.hidden === true && find !== null) {
    find.value = '';
    filter();
  }
  for (let at = place; at !== null; at = at.parentElement)
    if (at instanceof HTMLDetailsElement) at.open = true;
  place?.scrollIntoView();
}
addEventListener('hashchange', open);
open();

for (const text of document.querySelectorAll('.copied > pre')) {
  const button = document.createElement('button');
  button.textContent = 'Copy';
  button.addEventListener('click', () => {
    getSelection()?.selectAllChildren(text);
    // A page of plain HTTP has no clipboard, but the text is selected by now.
    const copied =
      navigator.clipboard?.writeText(text.textContent) ?? Promise.reject(new Error('no clipboard'));
    copied.then(
      () => (button.textContent = 'Copied'),
      () => (button.textContent = 'Selected'),
    );
  });
  text.before(button);
}
