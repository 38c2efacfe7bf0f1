import {
  ATTACHMENT_BYTES,
  AppError,
  type Attachment,
  type CampaignContent,
  type FieldError,
  type Media,
  type MediaChannel,
  type MessageMedia,
  type Payload,
  channelRow,
  mediaChannels,
  mediaLimits,
} from '@carillon/contracts';
import { Injectable } from '@nestjs/common';
import { MediaFiles } from './media-files';

/** The files of other messages than the email, by ID. */
type MediaIds = Payload<'campaign.update'>['media'];

/** The uploaded files of messages: the attachments of emails, and the media of other messages. */
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
    for (const [id, file] of files) known.set(id, asAttached(file));
    const unknown = ids.flatMap((id, at) =>
      known.has(id) ? [] : [notFound(`attachments.${at}`, `There is no file ${id}`)],
    );
    if (unknown.length > 0) throw new AppError('media_not_found', undefined, unknown);
    const found = ids.flatMap((id) => known.get(id) ?? []);
    requireFitting(found);
    return found;
  }

  /**
   * The media of messages after a change. A file that a message has already stays as it is. @throws AppError
   * media_not_found naming each unknown file; validation_failed for a type or size that the channel doesn't take
   */
  async mediaOf(
    userId: string,
    ids: NonNullable<MediaIds>,
    before: MessageMedia = {},
  ): Promise<MessageMedia> {
    const added = mediaChannels.filter((channel) => ids[channel] && ids[channel] !== before[channel]?.id);
    const files = await this.media.withIds(
      userId,
      added.flatMap((channel) => ids[channel] ?? []),
    );
    const unknown = added.filter((channel) => !files.has(ids[channel] ?? ''));
    if (unknown.length > 0)
      throw new AppError(
        'media_not_found',
        undefined,
        unknown.map((channel) => notFound(mediaField(channel), `There is no file ${ids[channel]}`)),
      );
    const media: MessageMedia = Object.fromEntries(
      mediaChannels.flatMap((channel): [MediaChannel, Attachment][] => {
        const [id, known] = [ids[channel], before[channel]];
        if (id === undefined || id === known?.id) return known ? [[channel, known]] : [];
        const file = files.get(id ?? '');
        return file ? [[channel, asAttached(file)]] : [];
      }),
    );
    const wrong = added.flatMap((channel) => unfitFor(channel, media[channel]));
    if (wrong.length > 0) throw new AppError('validation_failed', undefined, wrong);
    return media;
  }

  /** An error entry for each file of a message that was deleted. */
  async missing(userId: string, { attachments = [], media = {} }: CampaignContent): Promise<FieldError[]> {
    const used = [
      ...attachments.map((file, at) => ({ file, field: `attachments.${at}` })),
      ...mediaChannels.flatMap((channel) => {
        const file = media[channel];
        return file ? [{ file, field: mediaField(channel) }] : [];
      }),
    ];
    if (used.length === 0) return [];
    const files = await this.media.withIds(
      userId,
      used.map(({ file }) => file.id),
    );
    return used.flatMap(({ file, field }) =>
      files.has(file.id) ? [] : [notFound(field, `The file ${file.name} was deleted`)],
    );
  }
}

function requireFitting(files: { bytes: number }[]): void {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes <= ATTACHMENT_BYTES) return;
  const detail = `All files together must have at most ${ATTACHMENT_BYTES / 1e6} MB`;
  throw new AppError('validation_failed', undefined, [{ field: 'attachments', code: 'too_big', detail }]);
}

/** The field of the API: whatsappMedia or smsMedia. */
function mediaField(channel: MediaChannel): string {
  return `${channelRow(channel).name}Media`;
}

/** The errors of a file whose type or size a channel doesn't take. */
function unfitFor(channel: MediaChannel, file: Attachment | undefined): FieldError[] {
  if (!file) return [];
  const field = mediaField(channel);
  const most = mediaLimits[channel][file.type];
  if (most === undefined) {
    const types = Object.keys(mediaLimits[channel]).join(', ');
    return [{ field, code: 'not_allowed', detail: `Must have one of the types ${types}, not ${file.type}` }];
  }
  if (file.bytes <= most) return [];
  return [
    { field, code: 'too_big', detail: `A file of the type ${file.type} must have at most ${most / 1e6} MB` },
  ];
}

function asAttached({ id, token, name, type, bytes }: Media): Attachment {
  return { id, token, name, type, bytes };
}

const notFound = (field: string, detail: string): FieldError => ({ field, code: 'not_found', detail });
