import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { settingsDocuments } from '../../scripts/settings-documents.ts';

it.each(Object.entries(settingsDocuments))('%s is as `npm run generate` writes it', async (file, made) => {
  const text = await readFile(file, 'utf8');
  expect(made(text)).toBe(text);
});
