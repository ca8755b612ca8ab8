import { type Reference, type ReferenceOptions, startReference } from '../../src/service/index.ts';

/** Starts a service for as long as `use` takes. */
export async function using<T>(
  options: ReferenceOptions,
  use: (reference: Reference) => Promise<T>,
): Promise<T> {
  const reference = await startReference(options);
  try {
    return await use(reference);
  } finally {
    await reference.stop();
  }
}
