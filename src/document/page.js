// @ts-check

for (const button of document.querySelectorAll('.command button'))
  button.addEventListener('click', () => {
    const command = button.previousElementSibling;
    if (command === null) return;
    // A page from a file may have no clipboard; the selected command is then copied by hand.
    getSelection()?.selectAllChildren(command);
    const say = (/** @type {string} */ word) => () => {
      button.textContent = word;
    };
    navigator.clipboard?.writeText(command.textContent ?? '').then(say('Copied'), say('Selected'));
  });

/** Opens the folds around the place that a link leads to. */
function open() {
  const place = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let at = place; at !== null; at = at.parentElement)
    if (at instanceof HTMLDetailsElement) at.open = true;
  place?.scrollIntoView();
}
addEventListener('hashchange', open);
open();
