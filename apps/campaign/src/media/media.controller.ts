import {
  AppError,
  type Deleted,
  type Media,
  PIECE_BYTES,
  type Payload,
  type Reply,
} from '@carillon/contracts';
import { Command, type MessageContext } from '@carillon/messaging';
import { Controller } from '@nestjs/common';
import { EditMedia } from './edit-media';
import { MediaFiles } from '../media-files';
import { ReceiveMedia } from './receive-media';
import { FileStorage } from './storage';

@Controller()
export class MediaController {
  constructor(
    private readonly receiveMedia: ReceiveMedia,
    private readonly editMedia: EditMedia,
    private readonly media: MediaFiles,
    private readonly storage: FileStorage,
  ) {}

  @Command('media.append')
  async append(piece: Payload<'media.append'>): Promise<Record<string, never>> {
    await this.receiveMedia.append(piece);
    return {};
  }

  @Command('media.end')
  end(end: Payload<'media.end'>): Promise<Reply<'media.end'>> {
    return this.receiveMedia.end(end);
  }

  @Command('media.get')
  async get({ userId, id }: Payload<'media.get'>): Promise<Media> {
    const media = await this.media.get(userId, id);
    if (!media) throw new AppError('media_not_found');
    return media;
  }

  @Command('media.list')
  list({ userId, ...query }: Payload<'media.list'>): Promise<Reply<'media.list'>> {
    return this.media.page(userId, query);
  }

  @Command('media.update')
  update(change: Payload<'media.update'>): Promise<Media> {
    return this.editMedia.update(change);
  }

  @Command('media.delete')
  delete(command: Payload<'media.delete'>, { messageId }: MessageContext): Promise<Deleted> {
    return this.editMedia.delete(command, messageId);
  }

  @Command('media.find')
  async find({ token }: Payload<'media.find'>): Promise<Reply<'media.find'>> {
    return { media: await this.media.withToken(token) };
  }

  @Command('media.read')
  async read({ token, from }: Payload<'media.read'>): Promise<Reply<'media.read'>> {
    const media = await this.media.withToken(token);
    const bytes = media && (await this.storage.read(media.id, from, PIECE_BYTES));
    if (!bytes) throw new AppError('media_not_found');
    return { base64: bytes.toString('base64') };
  }
}
