// Details with the same name close each other, so the names are removed first.
(() => {
  for (const details of document.querySelectorAll('details')) {
    details.removeAttribute('name');
    details.open = true;
  }
})();
