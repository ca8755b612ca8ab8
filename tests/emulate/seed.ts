import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import {
  CLOSED_FROM_NEWEST,
  MEMBER,
  PRIVATE_ISSUES,
  PRIVATE_REPO,
  PUBLIC_ISSUES,
  PUBLIC_REPO,
  SEEDING_TOKEN,
} from './world.ts';

const Issue = z.object({ number: z.int(), state: z.string(), created_at: z.iso.datetime() });

/**
 * Fills both repositories one request at a time. The emulator sorts by creation time in milliseconds, and
 * ties have no stable order. So each issue is created in a millisecond of its own.
 */
export async function seed(baseUrl: string): Promise<void> {
  const publicIssues = `${baseUrl}/repos/${MEMBER}/${PUBLIC_REPO}/issues`;
  await createMany(publicIssues, PUBLIC_ISSUES, 'Seeded');
  for (const place of CLOSED_FROM_NEWEST) {
    const number = PUBLIC_ISSUES + 1 - place;
    const closed = await send('PATCH', `${publicIssues}/${number}`, { state: 'closed' });
    expect(closed.number === number && closed.state === 'closed', `issue ${number} was not closed`);
  }
  await createMany(`${baseUrl}/repos/${MEMBER}/${PRIVATE_REPO}/issues`, PRIVATE_ISSUES, 'Private');
}

async function createMany(url: string, count: number, word: string): Promise<void> {
  for (let number = 1; number <= count; number += 1) {
    const created = await send('POST', url, { title: `${word} issue ${number}`, body: `Number ${number}.` });
    expect(created.number === number, `issue ${number} became issue ${created.number}`);
    await pass(created.created_at);
  }
}

/** Waits until the clock has passed the millisecond `moment`, which this machine's clock gave. */
async function pass(moment: string): Promise<void> {
  while (Date.now() <= Date.parse(moment)) await sleep(1);
}

async function send(method: 'POST' | 'PATCH', url: string, payload: object): Promise<z.infer<typeof Issue>> {
  const response = await fetch(url, {
    method,
    headers: {
      Accept: 'application/vnd.github+json',
      'X-GitHub-Api-Version': '2022-11-28',
      'Content-Type': 'application/json',
      Authorization: `Bearer ${SEEDING_TOKEN}`,
    },
    body: JSON.stringify(payload),
  });
  const text = await response.text();
  expect(response.ok, `${method} ${url} answered ${response.status}: ${text}`);
  return Issue.parse(JSON.parse(text));
}

function expect(condition: boolean, otherwise: string): void {
  if (!condition) {
    throw new Error(`seeding the emulator failed: ${otherwise}`);
  }
}
