// @ts-check
// Runs in the reader's browser: hides rules that do not match the filter, and keeps the filter in the
// address.
(() => {
  /**
   * A rule and its elements in the page.
   * @typedef {{ verdict: string, level: string, sections: string[], text: string, places: HTMLElement[] }}
   * Rule
   */

  const form = document.querySelector('#filter');
  if (!(form instanceof HTMLFormElement)) return;
  const output = form.querySelector('output');

  /** @type {Map<string, Rule>} */
  const rules = new Map();
  for (const place of document.querySelectorAll('[data-rule]')) {
    if (!(place instanceof HTMLElement)) continue;
    const key = place.dataset['rule'] ?? '';
    const rule = rules.get(key) ?? { verdict: '', level: '', sections: [], text: '', places: [] };
    rules.set(key, rule);
    rule.places.push(place);
    const { verdict, level, sections } = place.dataset;
    if (verdict === undefined) continue;
    rule.verdict = verdict;
    rule.level = level ?? '';
    rule.sections = (sections ?? '').split(' ');
    rule.text = (place.querySelector('th')?.textContent ?? '').toLowerCase();
  }

  const NAMES = ['verdict', 'level', 'section', 'q'];

  /** @param {string} name */
  const field = (name) => {
    const found = form.elements.namedItem(name);
    return found instanceof HTMLInputElement || found instanceof HTMLSelectElement ? found : null;
  };
  /** @param {string} name */
  const valueOf = (name) => field(name)?.value.trim() ?? '';

  /** The rule that a link led to; it is shown even if the filter excludes it. */
  let followed = '';

  /** @param {Rule} rule */
  const matches = (rule) => {
    const section = valueOf('section');
    const words = valueOf('q').toLowerCase().split(/\s+/);
    return (
      ['', rule.verdict].includes(valueOf('verdict')) &&
      ['', rule.level].includes(valueOf('level')) &&
      (section === '' || rule.sections.includes(section)) &&
      words.every((word) => rule.text.includes(word))
    );
  };

  /** Opens all folded parts that contain matching rules, so that none stays hidden. */
  const unfold = () => {
    if (NAMES.every((name) => valueOf(name) === '')) return;
    for (const fold of document.querySelectorAll('details')) {
      if (fold.querySelector('[data-rule]:not([hidden])')) fold.open = true;
    }
  };

  /** Hides groups without a visible rule, and shows a note in each part that is empty. */
  const tidy = () => {
    for (const group of document.querySelectorAll('[data-group]')) {
      if (group instanceof HTMLElement) group.hidden = !group.querySelector('[data-rule]:not([hidden])');
    }
    for (const note of document.querySelectorAll('[data-none-match]')) {
      const isSomeLeft = note.parentElement?.querySelector('[data-rule]:not([hidden])');
      if (note instanceof HTMLElement) note.hidden = Boolean(isSomeLeft);
    }
  };

  const apply = () => {
    let matching = 0;
    for (const [key, rule] of rules) {
      const isMatch = matches(rule);
      if (isMatch) matching += 1;
      for (const place of rule.places) place.hidden = !isMatch && key !== followed;
    }
    tidy();
    unfold();
    if (output) output.textContent = `${matching} of ${rules.size} rules`;
  };

  const keep = () => {
    const state = new URLSearchParams();
    for (const name of NAMES) {
      const value = valueOf(name);
      if (value !== '') state.set(name, value);
    }
    const hash = state.toString();
    // Without a filter, the address has no fragment.
    history.replaceState(null, '', hash === '' ? location.pathname + location.search : `#${hash}`);
  };

  /** @param {string} hash */
  const restore = (hash) => {
    const state = new URLSearchParams(hash);
    for (const name of NAMES) {
      const input = field(name);
      if (input) input.value = state.get(name) ?? '';
      // A select ignores values that are none of its options; then it filters nothing.
      if (input instanceof HTMLSelectElement && input.selectedIndex === -1) input.value = '';
    }
  };

  /** @param {string} id */
  const decoded = (id) => {
    try {
      return decodeURIComponent(id);
    } catch {
      return id;
    }
  };

  /** Shows the target of a link, even if the filter or a folded part hides it. @param {string} hash */
  const follow = (hash) => {
    const target = document.getElementById(decoded(hash));
    if (target === null) return;
    const place = target.closest('[data-rule]');
    followed = (place instanceof HTMLElement && place.dataset['rule']) || '';
    apply();
    for (let fold = target.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null)
      fold.open = true;
    target.scrollIntoView();
  };

  const read = () => {
    const hash = location.hash.slice(1);
    followed = '';
    if (hash === '' || /^(verdict|level|section|q)=/.test(hash)) restore(hash);
    apply();
    if (hash !== '') follow(hash);
  };

  const change = () => {
    followed = '';
    apply();
    keep();
  };
  form.addEventListener('input', change);
  form.addEventListener('reset', () => {
    // The fields of the form are reset only after this event.
    setTimeout(change);
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
  });
  window.addEventListener('hashchange', read);
  window.addEventListener('beforeprint', () => {
    for (const fold of document.querySelectorAll('details[data-print]'))
      if (fold instanceof HTMLDetailsElement) fold.open = true;
  });
  form.hidden = false;
  read();
})();
