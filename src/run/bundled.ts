import type { Reference } from '../reference/index.ts';
import type { Settings } from './settings.ts';

/** The bundled service where no base URL is given, with the tokens of the settings; `null` where one is. */
export async function startBundled({ BASE_URL, TOKEN, OUTSIDER_TOKEN }: Settings): Promise<Reference | null> {
  if (BASE_URL !== undefined) return null;
  const { startReference } = await import('../reference/index.ts');
  return startReference({ tokens: { member: TOKEN, outsider: OUTSIDER_TOKEN } });
}
