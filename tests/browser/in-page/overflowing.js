// Returns texts that overflow their box or are cut off by it, and cannot be scrolled to.
(() => {
  const TOLERANCE = 1.5;

  const boxOf = (element) => {
    const drawing = element.closest('svg');
    if (drawing !== null) return drawing;
    let box = element;
    while (box.parentElement !== null && /^(inline|contents)$/.test(getComputedStyle(box).display))
      box = box.parentElement;
    return box;
  };

  // Text for screen readers only is clipped on purpose.
  const forEars = (box) => box.clientWidth <= 1 && box.clientHeight <= 1;

  const isMeantToBeCut = (style) => style.textOverflow === 'ellipsis';

  const scrollsSideways = (element) => /^(auto|scroll)$/.test(getComputedStyle(element).overflowX);

  const somethingScrolls = (element) => {
    for (let at = element; at !== null && at !== document.body; at = at.parentElement)
      if (scrollsSideways(at)) return true;
    return false;
  };

  const outermost = (node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
    return {
      left: Math.min(...rects.map(({ left }) => left)),
      right: Math.max(...rects.map(({ right }) => right)),
      bottom: Math.max(...rects.map(({ bottom }) => bottom)),
    };
  };

  const found = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement;
    if (node.data.trim() === '' || !element.checkVisibility({ visibilityProperty: true })) continue;
    const { left, right, bottom } = outermost(node);
    if (left === Infinity) continue;
    const box = boxOf(element);
    const style = getComputedStyle(box);
    if (forEars(box) || isMeantToBeCut(style)) continue;
    const around = box.getBoundingClientRect();
    const sideways =
      !scrollsSideways(box) && (right > around.right + TOLERANCE || left < around.left - TOLERANCE);
    const outOfWindow =
      !somethingScrolls(box) &&
      (right > document.documentElement.clientWidth + TOLERANCE || left < -TOLERANCE);
    // Letters may reach a little below their line; a whole line may not.
    const below =
      !/^(auto|scroll)$/.test(style.overflowY) && bottom > around.bottom + Number.parseFloat(style.fontSize);
    if (sideways || outOfWindow || below)
      found.add(
        `<${box.localName} class="${box.getAttribute('class') ?? ''}"> ${node.data.trim().slice(0, 60)}`,
      );
  }
  return [...found];
})();
