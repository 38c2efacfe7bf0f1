import { AppError, type Deleted, type Payload, type Reply, type Segment } from '@carillon/contracts';
import { Command, type MessageContext } from '@carillon/messaging';
import { Controller } from '@nestjs/common';
import { CountSegment } from './count-segment';
import { EditSegments } from './edit-segments';
import { Segments } from './segments';

@Controller()
export class SegmentsController {
  constructor(
    private readonly segments: Segments,
    private readonly editSegments: EditSegments,
    private readonly countSegment: CountSegment,
  ) {}

  @Command('segment.create')
  create(command: Payload<'segment.create'>): Promise<Segment> {
    return this.editSegments.create(command);
  }

  @Command('segment.get')
  async get({ userId, id }: Payload<'segment.get'>): Promise<Segment> {
    const segment = await this.segments.get(userId, id);
    if (!segment) throw new AppError('segment_not_found');
    return segment;
  }

  @Command('segment.list')
  list({ userId, after, limit }: Payload<'segment.list'>): Promise<Reply<'segment.list'>> {
    return this.segments.page(userId, after, limit);
  }

  @Command('segment.update')
  update(command: Payload<'segment.update'>): Promise<Segment> {
    return this.editSegments.update(command);
  }

  @Command('segment.delete')
  delete(command: Payload<'segment.delete'>, { messageId }: MessageContext): Promise<Deleted> {
    return this.editSegments.delete(command, messageId);
  }

  @Command('segment.count')
  count(query: Payload<'segment.count'>): Promise<Reply<'segment.count'>> {
    return this.countSegment.count(query);
  }

  @Command('segment.people')
  people(query: Payload<'segment.people'>): Promise<Reply<'segment.people'>> {
    return this.countSegment.some(query);
  }

  @Command('segment.resolve')
  resolve(query: Payload<'segment.resolve'>): Promise<Reply<'segment.resolve'>> {
    return this.editSegments.resolve(query);
  }
}
