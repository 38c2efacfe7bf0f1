import {
  AppError,
  type AuditAction,
  type AuditChange,
  type By,
  type Deleted,
  type Media,
  type Payload,
} from '@carillon/contracts';
import { auditNote } from '@carillon/mongo';
import { Clock } from '@carillon/platform';
import { Quotas } from '@carillon/quotas';
import { Injectable } from '@nestjs/common';
import { Brands } from '../brands';
import { Campaigns } from '../campaigns';
import { Templates } from '../stored-templates';
import { MediaCleanup } from './media-cleanup';
import { MediaFiles } from '../media-files';

/** The number of uses that a refusal names. */
const NAMED = 3;

/** Changes and deletes files. The audit trail records each change. */
@Injectable()
export class EditMedia {
  constructor(
    private readonly media: MediaFiles,
    private readonly campaigns: Campaigns,
    private readonly templates: Templates,
    private readonly brands: Brands,
    private readonly cleanup: MediaCleanup,
    private readonly quotas: Quotas,
    private readonly clock: Clock,
  ) {}

  /** Errors: media_not_found. */
  async update({ userId, id, by, name, alt }: Payload<'media.update'>): Promise<Media> {
    const before = await this.existing(userId, id);
    const change = { ...(name !== undefined && { name }), ...(alt !== undefined && { alt }) };
    const changes = (['name', 'alt'] as const).flatMap((field) => {
      const after = change[field];
      return after === undefined || after === before[field] ? [] : [{ field, before: before[field], after }];
    });
    if (changes.length === 0) return before;
    const note = this.noteOf('media.updated', by, before, changes);
    const changed = await this.media.change(before, change, note, this.clock.now());
    if (!changed) throw new AppError('media_not_found');
    return changed;
  }

  /** Idempotent. Errors: media_not_found; media_in_use, which names what uses the file. */
  async delete({ userId, id, by, force }: Payload<'media.delete'>, messageId: string): Promise<Deleted> {
    const media = await this.media.get(userId, id);
    if (media) {
      if (!force) await this.requireUnused(media);
      const note = this.noteOf('media.deleted', by, media, []);
      if (await this.media.delete(userId, id, messageId, note)) {
        await this.quotas.giveBack(userId, 'media', 1);
        await this.quotas.giveBack(userId, 'mediaBytes', media.bytes);
        this.cleanup.nudge();
      }
    }
    if (await this.media.wasDeletedBy(userId, id, messageId)) return { ids: [id] };
    throw new AppError('media_not_found');
  }

  private async requireUnused(media: Media): Promise<void> {
    const { userId, token } = media;
    const [isInBrand, ...found] = await Promise.all([
      this.brands.usesMedia(userId, token),
      ...[this.campaigns, this.templates].map((users) => users.namesWithMedia(userId, media, NAMED + 1)),
    ]);
    const uses = [...(isInBrand ? ['your brand'] : []), ...found.flat().map((name) => `“${name}”`)];
    if (uses.length === 0) return;
    const more = uses.length > NAMED ? ', and others' : '';
    throw new AppError('media_in_use', `The file is used by ${uses.slice(0, NAMED).join(', ')}${more}`);
  }

  private async existing(userId: string, id: string): Promise<Media> {
    const media = await this.media.get(userId, id);
    if (!media) throw new AppError('media_not_found');
    return media;
  }

  private noteOf(action: AuditAction, by: By, { userId, id, name }: Media, changes: AuditChange[]) {
    const target = { type: 'media', id, name } as const;
    return auditNote(by, this.clock.now(), { userId, action, target, changes });
  }
}
