import { publishMatrix, ran, sourceOf } from './publish.ts';

/** Programs that are installed for a run of `npm run gallery` alone; their reports stand in `docs/examples/gallery`. */
export const INSTALLED = ['json-server', 'prism', 'mockoon'] as const;

/** The columns of the gallery: the service that conforms, and the programs that nobody of this project wrote. */
export const GALLERY = ['conformant', 'emulate', ...INSTALLED.map((name) => `gallery/${name}`)];

/** Renders the reports of the gallery, and its matrix, from what was kept of the runs: no program is needed for it. */
export async function renderGallery(): Promise<void> {
  for (const name of INSTALLED)
    await ran(['render', sourceOf(`gallery/${name}`), '--format', 'html', 'markdown'], { REPORT_DIR: '' });
  await publishMatrix(GALLERY, 'gallery');
}
