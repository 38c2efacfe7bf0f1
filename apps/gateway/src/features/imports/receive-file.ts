import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { AppError, type Import, PIECE_BYTES, type Payload, newId } from '@carillon/contracts';
import { jittered } from '@carillon/platform';
import { type TextForm, TextEvidence, decodeFile } from '@carillon/input';
import { Messenger } from '@carillon/messaging';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { type GatewayConfig, gatewayConfig } from '../../config';
import { letGo } from '../../http/overload-guard';
import { certainDelimiter } from './file-form';

/** A file to receive, and its form according to the request. Omitted properties are detected in the file. */
export interface FileUpload extends Omit<Payload<'import.begin'>, 'uploadId'> {
  form: Partial<TextForm>;
}
type Piece = Payload<'import.append'>;
type Upload = Pick<Piece, 'userId' | 'id' | 'uploadId'>;

/** The number of concurrent pieces. The gateway holds no more of a file in memory. */
const WINDOW = 2;
/** How long a service may be unavailable (milliseconds). Its restart must not abort an hour-long upload. */
const WAIT_MS = 45_000;
const PAUSE_MS = 500;
/**
 * Received data is passed on after this time, even if it doesn't fill a part (milliseconds), because the service
 * abandons an upload after a minute of silence.
 */
const HELD_MS = 20_000;

/**
 * Forwards a file to the subscriber service while it arrives, no faster than the service stores it. Waits while the
 * service is briefly unavailable. An incomplete file isn't used.
 * @throws AppError group_not_found and limit_reached before the file is read; request_timeout, malformed_request,
 * service_unavailable; file_form_unclear after the whole file is read
 */
@Injectable()
export class ReceiveFile {
  heldMs = HELD_MS;

  constructor(
    private readonly messenger: Messenger,
    @Inject(gatewayConfig.token) private readonly config: GatewayConfig,
  ) {}

  async receive(
    { form, ...file }: FileUpload,
    { raw: answer, request: { raw: body } }: FastifyReply,
  ): Promise<Import> {
    const upload = { userId: file.userId, id: file.id, uploadId: newId() };
    const begun = await this.messenger.request('import.begin', { ...file, ...upload });
    // The file is already stored, because this request is a repeat.
    if (begun.state !== 'RECEIVING') return begun;
    letGo(answer);
    if (body.headers.expect !== undefined) answer.writeContinue();
    try {
      const look = file.format === 'csv' ? new TextEvidence() : null;
      const pieces = await this.send(upload, body, form, look);
      const delimiter = look ? certainDelimiter(form, look.found()) : undefined;
      const end = { ...upload, pieces, ...(delimiter !== undefined && { delimiter }) };
      return await whileAway(() => this.messenger.request('import.end', end));
    } catch (error) {
      // If this message is lost, the service detects the end on its own within a minute.
      this.messenger.request('import.break', upload).catch(() => undefined);
      throw error;
    }
  }

  /** Returns the number of pieces. */
  private async send(
    upload: Upload,
    body: Readable,
    { encoding = 'utf-8', newline = 'lf' }: Partial<TextForm>,
    look: TextEvidence | null,
  ): Promise<number> {
    const onTheWay: Promise<unknown>[] = [];
    let [seq, from] = [0, 0];
    const arriving = piecesOf(body, this.config.ARRIVAL_TIMEOUT_MS, this.heldMs);
    for await (const bytes of atMost(decodeFile(seen(arriving, look), { encoding, newline }))) {
      if (onTheWay.length === WINDOW) await onTheWay.shift();
      const piece = { ...upload, seq, from, bytes };
      const sent = whileAway(() => this.messenger.request('import.append', piece));
      sent.catch(() => undefined);
      onTheWay.push(sent);
      seq += 1;
      from += bytes.length;
    }
    await Promise.all(onTheWay);
    return seq;
  }
}

async function* seen(pieces: AsyncIterable<Buffer>, look: TextEvidence | null): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    look?.feed(piece);
    yield piece;
  }
}

/** Text in UTF-8 may have more bytes than in another encoding. */
async function* atMost(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces)
    for (let from = 0; from < piece.length; from += PIECE_BYTES)
      yield piece.subarray(from, from + PIECE_BYTES);
}

/**
 * Retries while the service does not respond. Use this only for requests that may be repeated. @throws the AppError of
 * the last attempt
 */
async function whileAway<T>(ask: () => Promise<T>): Promise<T> {
  const until = performance.now() + WAIT_MS;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const isAway = error instanceof AppError && error.kind === 'unavailable';
      if (!isAway || performance.now() > until) throw error;
      await pause(jittered(PAUSE_MS));
    }
  }
}

/**
 * Splits the body into parts of equal size. The parts of a slow body and the last part are shorter. Reads only as fast
 * as parts are consumed.
 * @param idleMs the maximum pause in the arriving data
 * @param heldMs the maximum time between two parts. After this time, the received data becomes a part
 * @throws AppError request_timeout or malformed_request. The remaining body can still be discarded
 */
async function* piecesOf(body: Readable, idleMs: number, heldMs: number): AsyncGenerator<Buffer> {
  const chunks: AsyncIterator<Buffer, undefined> = body.iterator({ destroyOnReturn: false });
  try {
    let waiting: Buffer[] = [];
    let size = 0;
    let takenAt = performance.now();
    for (;;) {
      const next = await arriving(chunks.next(), idleMs);
      if (next.done) break;
      waiting.push(next.value);
      size += next.value.length;
      const isDue = performance.now() - takenAt >= heldMs;
      if (size < PIECE_BYTES && !isDue) continue;
      const least = isDue ? 1 : PIECE_BYTES;
      let rest = Buffer.concat(waiting, size);
      for (; rest.length >= least; rest = rest.subarray(PIECE_BYTES)) yield rest.subarray(0, PIECE_BYTES);
      waiting = rest.length > 0 ? [rest] : [];
      size = rest.length;
      takenAt = performance.now();
    }
    if (size > 0) yield Buffer.concat(waiting, size);
  } finally {
    // While the iterator listens, the remaining body does not flow. The return is not awaited, because it waits for a
    // chunk that may never arrive.
    void chunks.return?.();
  }
}

async function arriving<T>(next: Promise<T>, idleMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AppError('request_timeout')), idleMs);
  });
  try {
    return await Promise.race([next, tooLate]);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('malformed_request', 'The body ended early', [], {}, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
