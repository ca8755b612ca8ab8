// @ts-check

/** Opens the folds around the place that a link leads to. */
function open() {
  const place = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let at = place; at !== null; at = at.parentElement)
    if (at instanceof HTMLDetailsElement) at.open = true;
  place?.scrollIntoView();
}
addEventListener('hashchange', open);
open();
