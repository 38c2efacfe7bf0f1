import { AppError, type Attachment, type CampaignContent, PIECE_BYTES } from '@carillon/contracts';
import { Messenger } from '@carillon/messaging';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

/** The bytes of attached files in base64, by token. A file that was deleted is absent. */
export type Files = Readonly<Record<string, string>>;

/** The size of the cache (characters of base64), enough for the largest attachments of three campaigns. */
const REMEMBERED = 32_000_000;

/** A cache of the files that are attached to campaigns. The bytes of a file never change. */
@Injectable()
export class AttachedFiles {
  private readonly files = new LRUCache<string, string, Attachment>({
    maxSize: REMEMBERED,
    sizeCalculation: (base64) => Math.max(1, base64.length),
    fetchMethod: (_token, _stale, { context }) => this.read(context),
    // A value that was evicted in the meantime still serves the waiting callers.
    ignoreFetchAbort: true,
  });

  constructor(private readonly messenger: Messenger) {}

  /** @throws AppError if the campaign service does not respond */
  async of({ attachments = [] }: Pick<CampaignContent, 'attachments'>): Promise<Files> {
    const files: Record<string, string> = {};
    for (const file of attachments) {
      const base64 = await this.base64Of(file);
      if (base64 !== null) files[file.token] = base64;
    }
    return files;
  }

  private async base64Of(file: Attachment): Promise<string | null> {
    try {
      return await this.files.forceFetch(file.token, { context: file });
    } catch (error) {
      if (error instanceof AppError && error.code === 'media_not_found') return null;
      throw error;
    }
  }

  private async read({ token, bytes }: Attachment): Promise<string> {
    const pieces: Buffer[] = [];
    for (let from = 0; from < bytes; from += PIECE_BYTES) {
      const { base64 } = await this.messenger.request('media.read', { token, from });
      pieces.push(Buffer.from(base64, 'base64'));
    }
    return Buffer.concat(pieces).toString('base64');
  }
}
