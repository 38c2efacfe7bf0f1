import { Controller, Get, Inject, Injectable, Param, Res } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';
import { Caller, type User } from '../../security/caller';
import { ClientNetworks } from '../../security/client-networks';
import { type GatewayConfig, gatewayConfig } from '../../config';
import { onceClosed } from '../../http/once-closed';
import { EventsAnswer } from '../../http/routes';
import { existing } from '../../http/input/path-id';
import { Operation } from '../../openapi/operation';
import { ReadReport, type ReportView } from '../reports';
import { EventStream } from './event-stream';
import { type OpenStream, OpenStreams } from './open-streams';
import { EVERY_MS, ReportFeed, type Watcher, isOver } from './report-feed';

/** A feed that exists as long as a stream uses it. */
interface HeldFeed {
  feed: ReportFeed;
  /** Can be called more than once. */
  release(): void;
}

/** Responds with a campaign's report, and with each update, until the campaign is complete. */
@Injectable()
export class WatchReport {
  private readonly held = new Map<string, { feed: ReportFeed; holders: number }>();

  constructor(
    private readonly readReport: ReadReport,
    private readonly streams: OpenStreams,
    private readonly networks: ClientNetworks,
    @Inject(gatewayConfig.token) private readonly config: GatewayConfig,
  ) {}

  /** @throws AppError if the first report fails. Later failures don't throw, because the response has begun */
  async watch({ userId }: User, campaignId: string, reply: FastifyReply): Promise<void> {
    const held = this.hold(userId, campaignId);
    try {
      const first = await held.feed.first();
      const stream = this.open(userId, reply, held);
      if (reply.request.method === 'HEAD') stream.end();
      else follow(held.feed, stream, first, reply);
    } catch (error) {
      held.release();
      throw error;
    }
  }

  /** The feed of a user's campaign. All streams of the campaign share it. */
  private hold(userId: string, campaignId: string): HeldFeed {
    const key = `${userId}-${campaignId}`;
    const entry = this.held.get(key) ?? {
      feed: new ReportFeed(() => this.readReport.read(userId, campaignId)),
      holders: 0,
    };
    entry.holders += 1;
    this.held.set(key, entry);
    let isHeld = true;
    const release = (): void => {
      if (!isHeld) return;
      isHeld = false;
      entry.holders -= 1;
      if (entry.holders === 0) this.held.delete(key);
    };
    return { feed: entry.feed, release };
  }

  private open(userId: string, reply: FastifyReply, held: HeldFeed): EventStream {
    const { STREAM_HEARTBEAT_MS: heartbeatMs, STREAM_STALL_MS: stallMs } = this.config;
    const stream = new EventStream(reply.raw, { everyMs: EVERY_MS, heartbeatMs, stallMs });
    const presented = reply.request.session ?? reply.request.headers.authorization;
    const address = this.networks.addressOf(reply.request.raw);
    const entry: OpenStream = { userId, address, presented, cut: () => stream.cut() };
    this.streams.add(entry);
    reply.hijack();
    onceClosed(reply, () => {
      this.streams.remove(entry);
      held.release();
    });
    stream.open(reply.getHeaders());
    return stream;
  }
}

/** The text schema of the events, because OpenAPI 3.1 can't describe events. */
const Events = Type.String({
  examples: [
    'event: report\ndata: {"campaignId":"6560f0a1b2c3d4e5f6a7b8c9","status":"SENDING","total":2}\n\n',
  ],
});

/** Streams a campaign's reports while the campaign is being sent. */
@Controller('api/v1/campaigns/:id')
export class EventsController {
  constructor(private readonly watchReport: WatchReport) {}

  @Get('events')
  @Operation({
    summary: 'Follow the report of a campaign',
    description:
      'Sends server-sent events named `report`, with the report as data. The first event is sent immediately. Further events are sent after changes, until the campaign is complete.',
    answer: { media: { 'text/event-stream': Events } },
    errors: ['limit_reached'],
  })
  @EventsAnswer()
  events(
    @Caller() user: User,
    @Param('id', existing('campaign')) id: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.watchReport.watch(user, id, reply);
  }
}

function follow(feed: ReportFeed, stream: EventStream, first: ReportView, reply: FastifyReply): void {
  stream.send('report', first);
  if (isOver(first)) {
    stream.end();
    return;
  }
  const watcher: Watcher = {
    changed: (report, isLast) => {
      stream.send('report', report);
      if (isLast) stream.end();
    },
    unavailable: () => stream.comment('report temporarily unavailable'),
    gone: () => stream.end(),
  };
  feed.add(watcher);
  onceClosed(reply, () => feed.remove(watcher));
}
