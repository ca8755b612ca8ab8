// @ts-check

const rules = [...document.querySelectorAll('details:has(> summary > h3)')];
const [find, found] = [document.createElement('input'), document.createElement('output')];
find.type = 'search';
find.placeholder = 'list.page, undecided, …';
find.setAttribute('aria-label', 'Find rules by id, statement or result');

/** Shows the rules whose headings, which begin with the result, hold the text of the field. */
function filter() {
  const wanted = find.value.trim().toLowerCase();
  for (const rule of rules)
    rule.toggleAttribute(
      'hidden',
      rule.querySelector('h3')?.textContent.toLowerCase().includes(wanted) !== true,
    );
  const left = rules.filter((rule) => !rule.hasAttribute('hidden')).length;
  found.textContent = wanted === '' ? '' : `${left} of ${rules.length} rules`;
}
find.addEventListener('input', filter);
document.querySelector('#overview')?.append(find, found);

/** Opens the folds around the place that a link leads to, and shows it if it is filtered out. */
function open() {
  const place = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (place?.hidden === true) {
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
