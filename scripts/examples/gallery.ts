import { publishMatrix, ran, sourceOf } from './publish.ts';

/** Programs that are installed for `npm run gallery` only; their reports are in `docs/examples/gallery`. */
export const INSTALLED = ['json-server', 'prism', 'mockoon'] as const;

/** Columns of the gallery: the conforming service, and programs written by others. */
export const GALLERY = ['conformant', 'emulate', ...INSTALLED.map((name) => `gallery/${name}`)];

/** Renders the reports of the gallery and its matrix from the kept reports, without the programs. */
export async function renderGallery(): Promise<void> {
  for (const name of INSTALLED)
    await ran(['render', sourceOf(`gallery/${name}`), '--format', 'html', 'markdown'], { REPORT_DIR: '' });
  await publishMatrix(GALLERY, 'gallery');
}
