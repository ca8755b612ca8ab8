// @ts-check
// Runs in the reader's browser: copies a command unchanged.
(() => {
  /** @param {string} text */
  const copyByHand = (text) => {
    const box = document.createElement('textarea');
    box.value = text;
    document.body.append(box);
    box.select();
    // Some browsers offer no other way to pages that are opened from a file.
    const isCopied = document.execCommand('copy');
    box.remove();
    return isCopied;
  };

  /** @param {string} text */
  const copy = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      return copyByHand(text);
    }
  };

  for (const button of document.querySelectorAll('[data-copy]')) {
    if (!(button instanceof HTMLButtonElement)) continue;
    const label = button.firstChild;
    const source = document.getElementById(button.dataset['copy'] ?? '');
    if (!source || !label) continue;
    button.hidden = false;
    /** @param {boolean} isCopied */
    const say = (isCopied) => {
      button.focus();
      label.textContent = isCopied ? 'Copied' : 'Not copied';
      setTimeout(() => {
        label.textContent = 'Copy';
      }, 2000);
    };
    button.addEventListener('click', () => {
      void copy(source.textContent ?? '').then(say);
    });
  }
})();
