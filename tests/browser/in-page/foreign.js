// Counts the elements of a page that run, load or link something, by kind.
(() => {
  const KINDS =
    'script, style, link, meta, base, img, picture, source, video, audio, iframe, frame, object, embed, form, input, a, area, use, image, foreignObject, template, slot, portal, dialog';
  const counts = { handlers: 0, 'javascript: addresses': 0 };
  for (const kind of KINDS.split(', ')) counts[kind] = document.querySelectorAll(kind).length;
  for (const element of document.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      if (name.startsWith('on')) counts.handlers += 1;
      if (/^[\s\p{Cc}]*javascript:/iu.test(value) && /^(href|src|action|formaction|xlink:href)$/.test(name))
        counts['javascript: addresses'] += 1;
    }
  }
  return counts;
})();
