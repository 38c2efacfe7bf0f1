import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { User } from '../access/caller';
import { type GatewayConfig, gatewayConfig } from '../config';
import type { ReportView } from '../reports/report.presenter';
import { EventStream } from './event-stream';
import { type OpenStream, OpenStreams } from './open-streams';
import { EVERY_MS, type ReportFeed, type Watcher, isOver } from './report-feed';
import { type HeldFeed, ReportFeeds } from './report-feeds';

/** Answers with a campaign's report, and with each new one, until the campaign is over. */
@Injectable()
export class WatchReport {
  constructor(
    private readonly feeds: ReportFeeds,
    private readonly streams: OpenStreams,
    @Inject(gatewayConfig.token) private readonly config: GatewayConfig,
  ) {}

  /** @throws AppError what hinders the first report; after that the answer has begun and nothing is thrown. */
  async execute({ userId }: User, campaignId: string, reply: FastifyReply): Promise<void> {
    const held = this.feeds.hold(userId, campaignId);
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

  private open(userId: string, reply: FastifyReply, held: HeldFeed): EventStream {
    const { STREAM_HEARTBEAT_MS: heartbeatMs, STREAM_STALL_MS: stallMs } = this.config;
    const stream = new EventStream(reply.raw, { everyMs: EVERY_MS, heartbeatMs, stallMs });
    const { authorization } = reply.request.headers;
    const entry: OpenStream = { userId, authorization, cut: () => stream.cut() };
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

function follow(feed: ReportFeed, stream: EventStream, first: ReportView, reply: FastifyReply): void {
  stream.send('report', first);
  if (isOver(first)) {
    stream.end();
    return;
  }
  const watcher: Watcher = {
    news: (report, isLast) => {
      stream.send('report', report);
      if (isLast) stream.end();
    },
    noNews: () => stream.comment('the report cannot be had at the moment'),
    gone: () => stream.end(),
  };
  feed.add(watcher);
  onceClosed(reply, () => feed.remove(watcher));
}

/** Also for a client that has left before. */
function onceClosed({ raw }: FastifyReply, listener: () => void): void {
  if (raw.destroyed) listener();
  else raw.once('close', listener);
}
