import { Messenger } from '@carillon/messaging';
import {
  Body,
  Controller,
  Delete,
  Get,
  HttpStatus,
  Inject,
  Param,
  Patch,
  Post,
  Query,
  Res,
} from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';
import { type GatewayConfig, gatewayConfig } from '../../config';
import { existing } from '../../http/input/path-id';
import { Lists } from '../../http/paging/lists';
import { WorkLimits } from '../../http/rate-limits/work-limits';
import { UploadRoute } from '../../http/routes';
import { DeletedView, presentDeleted } from '../../openapi/deleted.presenter';
import { type Content, Operation } from '../../openapi/operation';
import { Caller, type User, requestedBy } from '../../security/caller';
import { DeleteMediaQuery, MediaQuery, UpdateMedia, UploadQuery, anyFile } from './media.input';
import { MediaView, mediaPresenter } from './media.presenter';
import { ReceiveMedia } from './receive-media';

const file: Content = { media: { 'application/octet-stream': Type.String({ format: 'binary' }) } };

/** Uploads images and other files, and manages them. */
@Controller('api/v1/media')
export class MediaController {
  private readonly present: ReturnType<typeof mediaPresenter>;

  constructor(
    private readonly messenger: Messenger,
    private readonly lists: Lists,
    private readonly work: WorkLimits,
    private readonly receiveMedia: ReceiveMedia,
    @Inject(gatewayConfig.token) { PUBLIC_URL }: GatewayConfig,
  ) {
    this.present = mediaPresenter(PUBLIC_URL);
  }

  @Get()
  @Operation({
    summary: 'List the files',
    description: 'Lists the uploaded images and other files, newest first.',
    answer: Type.Array(MediaView),
  })
  async media(
    @Caller() { userId }: User,
    @Query() query: MediaQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { kind, search } = query;
    const filters = { ...(kind !== undefined && { kind }), ...(search !== undefined && { search }) };
    const media = await this.lists.answer(reply, { userId, query }, (slice) =>
      this.messenger.request('media.list', { userId, ...filters, ...slice }),
    );
    return { data: { media: media.map(this.present) } };
  }

  @Post()
  @UploadRoute(anyFile)
  @Operation({
    creates: 'media',
    summary: 'Upload a file',
    description:
      'Stores an image (PNG, JPEG, GIF, WebP) or another file (PDF, DOCX, XLSX, PPTX, MP3, MP4) of at most 10 MiB. The content determines the type. Images are resized to a width of 1200 pixels, turned upright, and freed from metadata such as the place of a photo. WebP becomes JPEG, PNG, or GIF. The account stores the same bytes only once.',
    body: file,
    answer: MediaView,
    statuses: { 200: 'The account already has a file with the same bytes', 201: 'Created' },
    errors: ['file_unusable', 'quota_exceeded'],
  })
  async createMedia(
    @Caller() user: User,
    @Query() { name, alt = '' }: UploadQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    this.work.begin('file', reply);
    const upload = { userId: user.userId, by: requestedBy(user), name, alt };
    const { media, isNew } = await this.receiveMedia.receive(upload, reply);
    if (isNew) reply.header('location', `/api/v1/media/${media.id}`);
    else reply.status(HttpStatus.OK);
    return { data: { createMedia: this.present(media) } };
  }

  @Get(':mediaId')
  @Operation({
    summary: 'Read a file',
    description: 'Describes a file. Its bytes are at `url`.',
    answer: MediaView,
  })
  async mediaFile(@Caller() { userId }: User, @Param('mediaId', existing('media')) id: string) {
    return { data: { mediaFile: this.present(await this.messenger.request('media.get', { userId, id })) } };
  }

  @Patch(':mediaId')
  @Operation({
    summary: 'Rename a file or change its alternative text',
    description:
      'Changes the given fields. Emails keep the alternative text that they contain, and earlier URLs stay valid.',
    answer: MediaView,
  })
  async updateMedia(
    @Caller() user: User,
    @Param('mediaId', existing('media')) id: string,
    @Body() { name, alt }: UpdateMedia,
  ) {
    const media = await this.messenger.request('media.update', {
      ...{ userId: user.userId, id, by: requestedBy(user) },
      ...(name !== undefined && { name }),
      ...(alt !== undefined && { alt }),
    });
    return { data: { updateMedia: this.present(media) } };
  }

  @Delete(':mediaId')
  @Operation({
    summary: 'Delete a file',
    description:
      'Refused while templates or campaigns use the file, including campaigns that were sent. `force=true` deletes the file anyway. It then disappears from emails that people already have.',
    answer: DeletedView,
    errors: ['media_in_use'],
  })
  async deleteMedia(
    @Caller() user: User,
    @Param('mediaId', existing('media')) id: string,
    @Query() { force }: DeleteMediaQuery,
  ) {
    const command = { userId: user.userId, id, by: requestedBy(user), force: force === 'true' };
    return { data: { deleteMedia: presentDeleted(await this.messenger.request('media.delete', command)) } };
  }
}
