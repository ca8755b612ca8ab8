// A group of details of one name has one of them open at most, so the names go first.
(() => {
  for (const details of document.querySelectorAll('details')) {
    details.removeAttribute('name');
    details.open = true;
  }
})();
