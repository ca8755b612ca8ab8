import { createHash } from 'node:crypto';
import type { World } from '../../src/service/world/world.ts';
import { addFields, recordsAs } from '../changes/answers.ts';
import { deviationsOf } from './variant.ts';

const SIGNED_FOR_MS = 1000;

function signature(text: string): string {
  return createHash('sha1').update(text).digest('base64url');
}

const secondsSince = (moment: string, { clock }: World): number =>
  Math.floor((clock.date() - Date.parse(moment)) / 1000);

/** Fields that change from reading to reading although nobody edited the issue. */
export const recordMotionVariants = deviationsOf({
  'record-age': {
    difference: 'Records contain their age in seconds, and no date.',
    change: recordsAs(({ created_at, updated_at: _updated, ...rest }, _place, { world }) => ({
      ...rest,
      age: `${secondsSince(created_at, world)} seconds`,
    })),
  },
  'record-age-and-words': {
    difference: 'A record consists of the words of its title and its age in seconds.',
    cannotShow: [
      'create.rejected-no-effect',
      'list.page.effective-size',
      'list.page.partition',
      'list.page.second',
      'list.page.slices',
      'list.per-page.above-maximum',
      'list.per-page.huge',
      'list.per-page.negative',
      'list.per-page.zero',
      'list.sort.invalid-default-order',
    ],
    change: recordsAs(({ title, created_at }, _place, { world }) => ({
      words: title.split(' '),
      age: secondsSince(created_at, world),
    })),
  },
  'record-signed-urls': {
    difference: 'Records contain addresses with a new signature in every response.',
    change: recordsAs(({ html_url, ...rest }, _place, { ordinal }) => ({
      url: `${html_url}?signature=${signature(`${html_url} ${ordinal}`)}`,
      ...rest,
    })),
  },
  'record-signed-by-the-clock': {
    difference: 'Records have an address that is signed anew every second; other fields are in an object.',
    cannotShow: [
      'list.page.effective-size',
      'list.page.partition',
      'list.page.slices',
      'list.per-page.huge',
      'list.per-page.negative',
      'list.sort.invalid-default-order',
      'list.sort.invalid-ignores-direction',
      'create.once',
      'create.rejected-no-effect',
    ],
    change: recordsAs((issue, _place, { world }) => {
      const expires = Math.ceil(world.clock.date() / SIGNED_FOR_MS) * SIGNED_FOR_MS;
      return { url: `${issue.html_url}?signature=${signature(`${issue.id} ${expires}`)}`, issue };
    }),
  },
  'record-advertisement': {
    difference: 'Some records of a response, different ones each time, have an advertisement and no label.',
    change: addFields((_issue, { index }, { ordinal }) =>
      (ordinal * 31 + index * 17) % 10 === 0 ? { advertisement: `Buy ${ordinal % 7}` } : { labelled: true },
    ),
  },
  'record-notice-intermittently': {
    difference: 'In every tenth response, each record contains a notice.',
    change: addFields((_issue, _place, { ordinal }) => ({
      ...(ordinal % 10 === 0 && { notice: 'Maintenance tonight' }),
      size: 1,
    })),
  },
  'record-cursor': {
    difference: 'A record is nested in an object with a cursor made from its position in the list.',
    change: recordsAs((node, { index, listing }) => {
      const { page, size } = listing?.window ?? { page: 1, size: 1 };
      const place = (page - 1) * size + index;
      return { cursor: Buffer.from(`offset:${place}`).toString('base64'), node };
    }),
  },
  'record-place-on-page': {
    difference: 'A record is nested in an object with its page and its position on it.',
    change: recordsAs((issue, { index, listing }) => ({
      place: `page ${listing?.window.page ?? 1}, no. ${index + 1}`,
      issue,
    })),
  },
});
