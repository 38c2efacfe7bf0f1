import { crc32 } from 'node:zlib';
import { writtenAddress } from './address';
import { type Arrival, type Callback, type Channel } from './message';

/** What is kept about an arrival beside its body. */
export interface RecordMeta {
  /** Number of the message for the first recipient; the others follow it. */
  readonly seq: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly channel: Channel;
  readonly sender: string;
  readonly recipients: readonly string[];
  readonly sid?: string;
  readonly callback?: Callback;
  readonly isReply?: true;
}

const MAGIC = 0x43534d31;
/** Four unsigned 32-bit numbers: magic, length of the meta data, length of the body, CRC-32 of both. */
const PREFIX_BYTES = 16;

/** What is kept of an arrival whose first recipient's message has this number. */
export function recordMeta(arrival: Arrival, at: number, seq: number): RecordMeta {
  const { channel, sender, sid, callback, isReply } = arrival;
  return {
    seq,
    at,
    channel,
    sender,
    recipients: arrival.recipients.map(writtenAddress),
    ...(sid !== undefined && { sid }),
    ...(callback && { callback }),
    ...(isReply && { isReply }),
  };
}

/** One record as it is written to disk: prefix, meta data as JSON, body. */
export function encodeRecord(meta: RecordMeta, body: Buffer): Buffer {
  const json = Buffer.from(JSON.stringify(meta));
  const record = Buffer.allocUnsafe(PREFIX_BYTES + json.length + body.length);
  json.copy(record, PREFIX_BYTES);
  body.copy(record, PREFIX_BYTES + json.length);
  record.writeUInt32BE(MAGIC, 0);
  record.writeUInt32BE(json.length, 4);
  record.writeUInt32BE(body.length, 8);
  record.writeUInt32BE(crc32(record.subarray(PREFIX_BYTES)), 12);
  return record;
}

/**
 * The record that begins at `offset`, with its whole length; null when what stands there is not one, is cut short
 * or has been altered.
 */
export function recordAt(segment: Buffer, offset: number): { meta: RecordMeta; length: number } | null {
  if (segment.length < offset + PREFIX_BYTES || segment.readUInt32BE(offset) !== MAGIC) return null;
  const length = PREFIX_BYTES + segment.readUInt32BE(offset + 4) + segment.readUInt32BE(offset + 8);
  if (segment.length < offset + length) return null;
  const record = segment.subarray(offset, offset + length);
  if (crc32(record.subarray(PREFIX_BYTES)) !== record.readUInt32BE(12)) return null;
  return { meta: decodeRecord(record).meta, length };
}

/** Takes a record apart. When only its beginning was read, so is the body. */
export function decodeRecord(record: Buffer): { meta: RecordMeta; body: Buffer } {
  const bodyStart = PREFIX_BYTES + record.readUInt32BE(4);
  // The checksum was verified when the record was found: what is parsed here is what encodeRecord wrote.
  const meta = JSON.parse(record.toString('utf8', PREFIX_BYTES, bodyStart)) as RecordMeta;
  return { meta, body: record.subarray(bodyStart) };
}
