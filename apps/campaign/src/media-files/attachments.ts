import {
  ATTACHMENT_BYTES,
  AppError,
  type Attachment,
  type CampaignContent,
  type FieldError,
} from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { MediaFiles } from './media-files';

/** The uploaded files that are attached to emails. */
@Injectable()
export class Attachments {
  constructor(private readonly media: MediaFiles) {}

  /**
   * The files as attachments, in this order. Those that are `attached` already stay as they are, even if the file was
   * deleted in the meantime. @throws AppError media_not_found naming each unknown file, validation_failed
   */
  async of(userId: string, ids: string[], attached: readonly Attachment[] = []): Promise<Attachment[]> {
    const known = new Map(attached.map((each) => [each.id, each]));
    const files = await this.media.withIds(
      userId,
      ids.filter((id) => !known.has(id)),
    );
    for (const [id, { token, name, type, bytes }] of files) known.set(id, { id, token, name, type, bytes });
    const unknown = ids.flatMap((id, at) => (known.has(id) ? [] : [missing(at, `There is no file ${id}`)]));
    if (unknown.length > 0) throw new AppError('media_not_found', undefined, unknown);
    const found = ids.flatMap((id) => known.get(id) ?? []);
    requireFitting(found);
    return found;
  }

  /** An error entry for each attached file that was deleted. */
  async missing(userId: string, { attachments = [] }: CampaignContent): Promise<FieldError[]> {
    if (attachments.length === 0) return [];
    const ids = attachments.map(({ id }) => id);
    const files = await this.media.withIds(userId, ids);
    return attachments.flatMap(({ id, name }, at) =>
      files.has(id) ? [] : [missing(at, `The file ${name} was deleted`)],
    );
  }
}

function requireFitting(files: { bytes: number }[]): void {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes <= ATTACHMENT_BYTES) return;
  const detail = `All files together must have at most ${ATTACHMENT_BYTES / 1e6} MB`;
  throw new AppError('validation_failed', undefined, [{ field: 'attachments', code: 'too_big', detail }]);
}

const missing = (at: number, detail: string): FieldError => ({
  field: `attachments.${at}`,
  code: 'not_found',
  detail,
});
