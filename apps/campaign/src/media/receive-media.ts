import { randomBytes, createHash } from 'node:crypto';
import { AppError, type AuditNote, type Media, type Payload, type Reply, newId } from '@carillon/contracts';
import { auditNote } from '@carillon/mongo';
import { Clock, Metrics } from '@carillon/platform';
import { Quotas } from '@carillon/quotas';
import { Injectable } from '@nestjs/common';
import type { Counter } from 'prom-client';
import { MediaFiles } from '../media-files';
import { type PreparedFile, prepareFile } from './prepare-file';
import { FileStorage } from './storage';
import { UploadPieces } from './upload-pieces';

const TOKEN_BYTES = 16;

/** Receives files in pieces, and stores each once. */
@Injectable()
export class ReceiveMedia {
  /** Files are prepared one at a time, because a decoded image can take 200 MB of memory. */
  private turn: Promise<unknown> = Promise.resolve();
  private readonly uploads: Counter<'result'>;

  constructor(
    private readonly pieces: UploadPieces,
    private readonly media: MediaFiles,
    private readonly storage: FileStorage,
    private readonly quotas: Quotas,
    private readonly clock: Clock,
    metrics: Metrics,
  ) {
    this.uploads = metrics.counter(
      'carillon_media_uploads_total',
      'Uploads, by result: stored, known if the account already has the file, or refused',
      ['result'],
    );
  }

  append(piece: Payload<'media.append'>): Promise<void> {
    return this.pieces.add(piece, this.clock.now());
  }

  /** Errors: request_timeout, unsupported_media_type, file_unusable, quota_exceeded. */
  async end(end: Payload<'media.end'>): Promise<Reply<'media.end'>> {
    const { userId, uploadId, pieces } = end;
    const bytes = await this.pieces.join(userId, uploadId, pieces);
    if (!bytes) throw new AppError('request_timeout', 'The upload was abandoned');
    try {
      const stored = await this.store(end, bytes);
      this.uploads.inc({ result: stored.isNew ? 'stored' : 'known' });
      return stored;
    } catch (error) {
      this.uploads.inc({ result: 'refused' });
      throw error;
    } finally {
      await this.pieces.forget(userId, uploadId);
    }
  }

  private async store(end: Payload<'media.end'>, bytes: Buffer): Promise<Reply<'media.end'>> {
    const hash = createHash('sha256').update(bytes).digest('hex');
    const media = await this.media.withHash(end.userId, hash);
    return media ? { media, isNew: false } : this.storeNew(end, bytes, hash);
  }

  private async storeNew(
    end: Payload<'media.end'>,
    uploaded: Buffer,
    hash: string,
  ): Promise<Reply<'media.end'>> {
    const { userId } = end;
    const file = await this.inTurn(() => prepareFile(uploaded));
    const { bytes, extension, ...described } = file;
    const media = {
      ...described,
      ...{ id: newId(), userId, token: randomBytes(TOKEN_BYTES).toString('base64url') },
      ...{ name: withExtension(end.name, extension), alt: end.alt, bytes: bytes.length },
    };
    const stored = await this.quotas.spend(userId, 'media', () =>
      this.spendBytes(userId, file, async () => {
        const note = createdNote(end, media, this.clock.now());
        await this.media.begin(media, this.clock.now());
        try {
          await this.storage.put(media.id, media.type, bytes);
          const finished = await this.media.finish(userId, media.id, hash, note);
          if (!finished) await this.media.giveUp(userId, media.id);
          return finished;
        } catch (error) {
          // If this fails, too, the cleanup gives the file up later.
          await this.media.giveUp(userId, media.id).catch(() => undefined);
          throw error;
        }
      }),
    );
    if (stored) return { media: stored, isNew: true };
    const existing = await this.media.withHash(userId, hash);
    if (!existing) throw new AppError('service_unavailable', 'The file was deleted while it was uploaded');
    return { media: existing, isNew: false };
  }

  private async spendBytes(
    userId: string,
    { bytes }: PreparedFile,
    store: () => Promise<Media | null>,
  ): Promise<Media | null> {
    await this.quotas.take(userId, 'mediaBytes', bytes.length);
    let stored: Media | null = null;
    try {
      stored = await store();
      return stored;
    } finally {
      if (!stored) this.quotas.note(userId, 'mediaBytes', -bytes.length);
    }
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.turn.then(work);
    this.turn = done.catch(() => undefined);
    return done;
  }
}

/** The name with the extension of the stored type: `photo.webp` becomes `photo.jpg`. */
function withExtension(name: string, extension: string): string {
  const known = /\.(?:png|jpe?g|gif|webp|pdf|docx|xlsx|pptx|mp3|mp4)$/i;
  const isRight =
    name.toLowerCase().endsWith(`.${extension}`) || (/\.jpeg$/i.test(name) && extension === 'jpg');
  return isRight ? name : `${name.replace(known, '')}.${extension}`;
}

function createdNote(
  { userId, by }: Payload<'media.end'>,
  media: Pick<Media, 'id' | 'name'>,
  at: Date,
): AuditNote {
  const target = { type: 'media', id: media.id, name: media.name } as const;
  return auditNote(by, at, { userId, action: 'media.created', target, changes: [] });
}
