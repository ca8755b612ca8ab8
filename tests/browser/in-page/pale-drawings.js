// Returns texts of drawings with too little contrast, which axe does not judge.
(() => {
  const MIN_CONTRAST = 4.5;
  const pen = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });

  const channels = (colour) => {
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 1, 1);
    return [...pen.getImageData(0, 0, 1, 1).data];
  };

  // https://www.w3.org/TR/WCAG22/#dfn-relative-luminance
  const luminance = (colour) => {
    const [red, green, blue] = channels(colour).map((channel) => {
      const part = channel / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };

  const groundOf = (element) => {
    for (let at = element; at !== null; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at);
      if (channels(backgroundColor)[3] === 255) return backgroundColor;
    }
    return 'white';
  };

  const contrast = (text) => {
    const [darker, lighter] = [getComputedStyle(text).fill, groundOf(text.ownerSVGElement)]
      .map(luminance)
      .toSorted((one, other) => one - other);
    return (lighter + 0.05) / (darker + 0.05);
  };

  return [...document.querySelectorAll('svg text')]
    .filter((text) => text.checkVisibility() && contrast(text) < MIN_CONTRAST)
    .map((text) => `<text> ${text.textContent.trim()}: ${contrast(text).toFixed(2)}`);
})();
