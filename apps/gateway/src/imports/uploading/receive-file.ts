import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { AppError, type Import, type Payload, newId } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { type GatewayConfig, gatewayConfig } from '../../config';
import { letGo } from '../../http/door';
import { piecesOf } from './pieces';

export type FileAsked = Omit<Payload<'import.begin'>, 'uploadId'>;
type Upload = Pick<Payload<'import.append'>, 'userId' | 'id' | 'uploadId'>;

/** Pieces on their way at once; what this holds of a file. */
const WINDOW = 2;
/** How long a service may be away (milliseconds): a restart should cost nobody an upload of an hour. */
const PATIENCE_MS = 20_000;
const PAUSE_MS = 500;

/**
 * Hands a file on to the subscriber service while it arrives, no faster than that stores it. A service that is away for a
 * moment is waited for. What broke off is not used.
 * @throws AppError group_not_found and limit_reached before any of the file is read; request_timeout, malformed_request,
 * service_unavailable
 */
@Injectable()
export class ReceiveFile {
  constructor(
    private readonly messenger: Messenger,
    @Inject(gatewayConfig.token) private readonly config: GatewayConfig,
  ) {}

  async execute(asked: FileAsked, { raw: answer, request: { raw: body } }: FastifyReply): Promise<Import> {
    const upload = { userId: asked.userId, id: asked.id, uploadId: newId() };
    const begun = await this.messenger.request('import.begin', { ...asked, ...upload });
    // It is here already: whoever repeats the request sends it in vain.
    if (begun.state !== 'RECEIVING') return begun;
    letGo(answer);
    if (body.headers.expect !== undefined) answer.writeContinue();
    try {
      const pieces = await this.send(upload, body);
      return await patiently(() => this.messenger.request('import.end', { ...upload, pieces }));
    } catch (error) {
      // Unheard, the service finds out by itself in a minute.
      this.messenger.request('import.break', upload).catch(() => undefined);
      throw error;
    }
  }

  /** Answers how many pieces they were. */
  private async send(upload: Upload, body: Readable): Promise<number> {
    const onTheWay: Promise<unknown>[] = [];
    let [seq, from] = [0, 0];
    for await (const bytes of piecesOf(body, this.config.ARRIVAL_TIMEOUT_MS)) {
      if (onTheWay.length === WINDOW) await onTheWay.shift();
      const piece = { ...upload, seq, from, bytes: bytes.toString('base64') };
      const sent = patiently(() => this.messenger.request('import.append', piece));
      sent.catch(() => undefined);
      onTheWay.push(sent);
      seq += 1;
      from += bytes.length;
    }
    await Promise.all(onTheWay);
    return seq;
  }
}

/** Asks again while nobody answers. Only for what may be asked twice. @throws AppError of the last try */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const isAway = error instanceof AppError && error.kind === 'unavailable';
      if (!isAway || performance.now() > until) throw error;
      await pause(PAUSE_MS);
    }
  }
}
