import type { Readable } from 'node:stream';
import { type Import, PIECE_BYTES, type Payload, newId } from '@carillon/contracts';
import { type TextForm, TextEvidence, decodeFile } from '@carillon/input';
import { Messenger } from '@carillon/messaging';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { type GatewayConfig, gatewayConfig } from '../../config';
import { letGo } from '../../http/overload-guard';
import { piecesOf, whileAway } from '../../http/upload-pieces';
import { certainDelimiter } from './file-form';

/** A file to receive, and its form according to the request. Omitted properties are detected in the file. */
export interface FileUpload extends Omit<Payload<'import.begin'>, 'uploadId'> {
  form: Partial<TextForm>;
}
type Piece = Payload<'import.append'>;
type Upload = Pick<Piece, 'userId' | 'id' | 'uploadId'>;

/** The number of concurrent pieces. The gateway holds no more of a file in memory. */
const WINDOW = 2;
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
