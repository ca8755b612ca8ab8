import { createHash } from 'node:crypto';

/** Where the names come from, so that nobody else's are the same: a UUID made once for this program. */
const NAMESPACE = Buffer.from('8b0f6c52d1de4c0c9c0d0e6a7f3b9a41', 'hex');
const VERSION_AT = 6;
const VARIANT_AT = 8;

/** The UUID of a name (version 5 of RFC 9562): the same name, the same UUID. */
export function nameUuid(name: string): string {
  const bytes = createHash('sha1').update(NAMESPACE).update(name).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(VERSION_AT) & 0x0f) | 0x50, VERSION_AT);
  bytes.writeUInt8((bytes.readUInt8(VARIANT_AT) & 0x3f) | 0x80, VARIANT_AT);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
