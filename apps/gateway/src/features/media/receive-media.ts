import { AppError, type By, MEDIA_BYTES, type Payload, type Reply, newId } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { type GatewayConfig, gatewayConfig } from '../../config';
import { letGo } from '../../http/overload-guard';
import { piecesOf, whileAway } from '../../http/upload-pieces';

/** Received data is passed on after this time, even if it doesn't fill a piece (milliseconds). */
const HELD_MS = 20_000;

/** Forwards a file to the campaign service while it arrives, no faster than the service stores it. */
@Injectable()
export class ReceiveMedia {
  constructor(
    private readonly messenger: Messenger,
    @Inject(gatewayConfig.token) private readonly config: GatewayConfig,
  ) {}

  /** @throws AppError body_too_large, request_timeout, malformed_request, and the errors of `media.end` */
  async receive(
    file: Pick<Payload<'media.end'>, 'userId' | 'name' | 'alt'> & { by: By },
    { raw: answer, request: { raw: body } }: FastifyReply,
  ): Promise<Reply<'media.end'>> {
    const { userId } = file;
    const uploadId = newId();
    if (Number(body.headers['content-length'] ?? 0) > MEDIA_BYTES) throw tooLarge();
    letGo(answer);
    if (body.headers.expect !== undefined) answer.writeContinue();
    let [seq, size] = [0, 0];
    for await (const bytes of piecesOf(body, this.config.ARRIVAL_TIMEOUT_MS, HELD_MS)) {
      size += bytes.length;
      if (size > MEDIA_BYTES) throw tooLarge();
      const piece = { userId, uploadId, seq, bytes };
      await whileAway(() => this.messenger.request('media.append', piece));
      seq += 1;
    }
    // Not repeated while the service is away: a client that sends the file again gets the stored one.
    return this.messenger.request('media.end', { ...file, uploadId, pieces: seq });
  }
}

function tooLarge(): AppError {
  return new AppError('body_too_large', `A file can have at most ${MEDIA_BYTES / 1024 / 1024} MiB`);
}
