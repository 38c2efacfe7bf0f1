import { automaticNote } from '@carillon/mongo';
import { Clock, BackgroundTask, Logger, Metrics, type RoundEnd } from '@carillon/platform';
import type { Vault } from '@carillon/vault';
import { type WebhookAttempt, newId } from '@carillon/contracts';
import { signedHeaders } from '@carillon/http-client';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type WebhookWorkerConfig, leaseMs, vaultOf, webhookWorkerConfig } from '../config';
import { type EndpointDocument, EndpointLeases, Endpoints, type Replay, contextOf } from '../endpoints';
import {
  type Attempt,
  type ChunkDocument,
  type LineDocument,
  type Message,
  Messages,
  toAttempt,
} from '../messages';
import { AccountShares } from './account-shares';
import { LoopTurns } from './loop-turns';
import { EndpointConnections } from './post';
import { pauseAfter } from './retry-schedule';

/**
 * How often it searches for due endpoints (milliseconds), and the latest time after a quiet period. Messages of this
 * process are sent immediately, or after the minimum pause.
 */
const EVERY_MS = 200;
const IDLE_MS = 1_000;
const QUIET_MS = 3_000;
const MIN_PAUSE_MS = 100;
/**
 * The lines of an endpoint that are sent at the same time: one while the endpoint fails, and fewer while other accounts
 * also send.
 */
const MAX_LINES = 8;
/** Requests that begin in one turn of the event loop. */
const STARTS_PER_TURN = 4;
/** How long the turn of a line lasts (milliseconds). */
const TURN_MS = 1_000;
/** How long an endpoint is processed before a waiting one has its turn (milliseconds). */
const STINT_MS = 5_000;
/** The minimum remaining time of a lease when the longest request ends (milliseconds). */
const SPARE_MS = 2_000;
/** How soon a failed replay is retried (milliseconds). */
const REPLAY_RETRY_MS = 30_000;

/** An endpoint that this process has leased, and its connections. */
interface Leased {
  endpoint: EndpointDocument;
  /** When its lease was requested (monotonic milliseconds): the lease did not begin earlier. */
  since: number;
  secrets: readonly string[];
  connections: EndpointConnections;
}

/** The results of a chunk's messages that were sent in one turn. */
interface Progress {
  done: number;
  attempts: Attempt[];
  failure: { status: number | null; retryAfterMs: number | null } | null;
}

/**
 * Sends pending messages. A process leases endpoints and handles each independently: a slow one has its own connections
 * and turns, and delays no other. Accounts without a current delivery are served first. Within an endpoint, the
 * messages of a line are sent one after another, each after the previous one was accepted.
 */
@Injectable()
export class SendMessages extends BackgroundTask {
  private readonly underWay = new Map<string, Promise<void>>();
  private readonly shares = new AccountShares();
  private readonly loopTurns = new LoopTurns(STARTS_PER_TURN);
  private readonly vault: Vault;
  private readonly connections: LRUCache<string, EndpointConnections>;
  private readonly attempts;
  private readonly requestSeconds;
  private readonly disabled;
  /** After this part of a lease, no request begins (milliseconds). */
  private readonly safeMs: number;
  private isStopping = false;

  constructor(
    private readonly endpoints: Endpoints,
    private readonly leases: EndpointLeases,
    private readonly messages: Messages,
    private readonly clock: Clock,
    @Inject(webhookWorkerConfig.token) private readonly config: WebhookWorkerConfig,
    private readonly log: Logger,
    metrics: Metrics,
  ) {
    super({
      name: 'sending webhooks',
      everyMs: EVERY_MS,
      leastMs: MIN_PAUSE_MS,
      idleMs: IDLE_MS,
      quietMs: QUIET_MS,
      log,
    });
    this.vault = vaultOf(config);
    this.safeMs = leaseMs(config) - config.WEBHOOK_TIMEOUT_MS - SPARE_MS;
    this.connections = new LRUCache({
      max: config.WEBHOOK_ENDPOINTS_AT_ONCE * 2,
      dispose: (connections) => connections.close(),
    });
    this.attempts = metrics.counter('carillon_webhook_attempts_total', 'Requests to endpoints', ['result']);
    this.disabled = metrics.counter(
      'carillon_webhooks_disabled_total',
      'Endpoints that were disabled after failures',
      ['reason'],
    );
    const buckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];
    this.requestSeconds = metrics.histogram(
      'carillon_webhook_request_seconds',
      'Response time of endpoints',
      buckets,
    );
    metrics.gauge(
      'carillon_webhook_endpoints_at_once',
      'Endpoints that are being sent to',
      () => this.underWay.size,
    );
    const overview = () => leases.overview();
    metrics.readings('carillon_webhooks_failing', 'Endpoints that fail', [], async () => [
      { labels: {}, value: (await overview()).failing },
    ]);
    metrics.readings(
      'carillon_webhook_waiting_seconds',
      'Time since the longest-waiting endpoint was due; 0: none',
      [],
      async () => [{ labels: {}, value: (await overview()).waitingSeconds }],
    );
    endpoints.whenDue(() => this.nudge());
  }

  /** Begins no more requests, and waits for the pending ones. */
  override async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await super.beforeApplicationShutdown();
    await Promise.all(this.underWay.values());
    this.connections.clear();
  }

  /** Sends one message now, outside the order, and logs it. */
  async test(endpoint: EndpointDocument): Promise<WebhookAttempt> {
    const now = this.clock.now();
    const event = {
      type: 'webhook.test',
      timestamp: now.toISOString(),
      data: { webhookId: endpoint._id.toHexString() },
    };
    const message = { id: `msg_test-${newId()}`, body: JSON.stringify(event) };
    const { attempt } = await this.post(this.leased(endpoint, performance.now()), message, event.type);
    const [logged] = await this.messages.log(endpoint._id, [attempt]);
    if (!logged) throw new Error('The attempt was not logged');
    return toAttempt(logged);
  }

  /** Leases due endpoints up to the maximum that one process sends to. */
  async round(): Promise<RoundEnd> {
    while (!this.isStopping && this.underWay.size < this.config.WEBHOOK_ENDPOINTS_AT_ONCE) {
      const since = performance.now();
      const { underWay } = this.shares;
      const ofOthers = underWay.length > 0 ? await this.leases.claim(underWay) : null;
      const endpoint = ofOthers ?? (await this.leases.claim());
      if (!endpoint) return this.underWay.size === 0 ? 'idle' : false;
      const id = endpoint._id.toHexString();
      const end = this.shares.begin(endpoint.userId.toHexString());
      const work = this.work(endpoint, since)
        .catch((error: unknown) =>
          this.log.warn({ err: error, webhookId: id }, 'an endpoint could not be processed'),
        )
        .finally(() => {
          end();
          this.underWay.delete(id);
          this.nudge();
        });
      this.underWay.set(id, work);
    }
    return false;
  }

  /** Sends to an endpoint until no message is due, or its time is over. */
  private async work(claimed: EndpointDocument, since: number): Promise<void> {
    const until = performance.now() + STINT_MS;
    let leased = this.leased(claimed, since);
    let canReplay = true;
    for (;;) {
      const { endpoint } = leased;
      // It was enabled again.
      if (endpoint.restart === true) {
        await this.messages.tryAtOnce(endpoint._id);
        await this.leases.restarted(endpoint);
      }
      const [replay] = endpoint.replays;
      if (replay && canReplay) canReplay = await this.replay(endpoint, replay);
      const most = this.shares.lines(endpoint.userId.toHexString(), MAX_LINES);
      const lines = await this.messages.due(endpoint._id, endpoint.failingSince ? 1 : most);
      const isOver =
        (lines.length === 0 && !(replay && canReplay)) || performance.now() > until || this.isStopping;
      if (isOver) break;
      const turns = await Promise.allSettled(lines.map((line) => this.turn(leased, line)));
      const failed = turns.find((turn) => turn.status === 'rejected');
      if (failed) throw failed.reason;
      const renewedAt = performance.now();
      const renewed = await this.leases.renew(endpoint);
      if (!renewed) return this.leases.letGo(endpoint);
      leased = this.leased(renewed, renewedAt);
    }
    // Messages that arrived after it was read make it due immediately.
    const nextDueAt = await this.messages.nextDueAt(leased.endpoint._id);
    await this.leases.release(leased.endpoint, nextDueAt, canReplay ? null : REPLAY_RETRY_MS);
  }

  /** Returns false if it failed, which does not delay pending messages. */
  private async replay(endpoint: EndpointDocument, replay: Replay): Promise<boolean> {
    try {
      const last = await this.messages.replaySome(endpoint, replay);
      await this.leases.advanceReplay(endpoint, replay, last);
      return true;
    } catch (error) {
      const webhookId = endpoint._id.toHexString();
      this.log.warn({ err: error, webhookId }, 'a replay failed and will be retried');
      return false;
    }
  }

  /** Sends from the head of a line until it is empty, a message fails, or its turn ends. */
  private async turn(leased: Leased, line: LineDocument): Promise<void> {
    const until = performance.now() + TURN_MS;
    let { failures } = line;
    for (;;) {
      const chunk = await this.messages.head(line);
      if (!chunk) return this.messages.rest(line);
      const { done, attempts, failure } = await this.send(leased, chunk, until);
      // Failures count from the last accepted message.
      if (done > chunk.done) failures = 0;
      if (failure) failures += 1;
      const pause = failure && this.pauseAfter(failure, failures);
      const nextTryAt = pause === null ? null : new Date(this.clock.now().getTime() + pause);
      await this.messages.log(leased.endpoint._id, withNextTry(attempts, nextTryAt));
      // Before the line is postponed. After a crash in between, messages are sent again with the same IDs.
      if (done > chunk.done) await this.messages.advance(chunk, done);
      if (failure) return this.failed(leased, line, { failure, pause, failures });
      if (leased.endpoint.failingSince && done > chunk.done) {
        leased.endpoint.failingSince = null;
        await this.leases.noteFailing(leased.endpoint, null);
      }
      if (performance.now() > until || this.isStopping || !this.isSafe(leased))
        return this.messages.yield(line, failures);
    }
  }

  /** Sends the pending messages of a chunk, one after another. */
  private async send(leased: Leased, chunk: ChunkDocument, until: number): Promise<Progress> {
    const attempts: Attempt[] = [];
    for (let n = chunk.done; n < chunk.messages.length; n++) {
      const message = chunk.messages[n];
      const isOver = n > chunk.done && (performance.now() > until || this.isStopping);
      if (!message || isOver || !this.isSafe(leased)) return { done: n, attempts, failure: null };
      const { attempt, retryAfterMs } = await this.post(leased, message, chunk.type);
      attempts.push(attempt);
      if (!attempt.ok) return { done: n, attempts, failure: { status: attempt.status, retryAfterMs } };
    }
    return { done: chunk.messages.length, attempts, failure: null };
  }

  private async post(
    { endpoint, secrets, connections }: Leased,
    message: Message,
    type: string,
  ): Promise<{ attempt: Attempt; retryAfterMs: number | null }> {
    await this.loopTurns.take();
    const at = this.clock.now();
    const from = performance.now();
    const { status, error, retryAfterMs } = await connections.post(
      message.body,
      signedHeaders(message, secrets, at),
    );
    const durationMs = Math.round(performance.now() - from);
    const ok = status !== null && status >= 200 && status < 300;
    this.attempts.inc({ result: ok ? 'ok' : status === null ? 'no-answer' : 'refused' });
    this.requestSeconds.observe(durationMs / 1_000);
    this.log.debug(
      { webhookId: endpoint._id.toHexString(), messageId: message.id, status, error },
      'a webhook message was sent',
    );
    return {
      attempt: { messageId: message.id, type, at, ok, status, error, durationMs, nextTryAt: null },
      retryAfterMs: status === 429 || status === 503 ? retryAfterMs : null,
    };
  }

  /** Null: no further attempt. 410: the endpoint wants no more messages (Standard Webhooks 1.0.0). */
  private pauseAfter(
    { status, retryAfterMs }: NonNullable<Progress['failure']>,
    failures: number,
  ): number | null {
    return status === 410 ? null : pauseAfter(failures, retryAfterMs);
  }

  private async failed(
    { endpoint }: Leased,
    line: LineDocument,
    {
      failure,
      pause,
      failures,
    }: { failure: NonNullable<Progress['failure']>; pause: number | null; failures: number },
  ): Promise<void> {
    const now = this.clock.now();
    if (!endpoint.failingSince) await this.leases.noteFailing(endpoint, now);
    if (pause !== null) return this.messages.postpone(line, failures, pause);
    const reason = failure.status === 410 ? 'GONE' : 'FAILURES';
    const id = endpoint._id.toHexString();
    const note = automaticNote(now, {
      userId: endpoint.userId.toHexString(),
      action: 'webhook.disabled',
      target: { type: 'webhook', id, name: null },
      changes: [{ field: 'disabledFor', before: null, after: reason }],
    });
    // The message stays pending, and is sent when the endpoint is enabled again.
    await this.messages.postpone(line, 0, 0);
    if (!(await this.endpoints.disable(endpoint, reason, note))) return;
    this.disabled.inc({ reason });
    this.log.warn({ webhookId: id, reason }, 'an endpoint was disabled');
  }

  /** Whether the lease certainly lasts as long as a request may take. */
  private isSafe({ since }: Leased): boolean {
    return performance.now() - since < this.safeMs;
  }

  private leased(endpoint: EndpointDocument, since: number): Leased {
    const now = this.clock.now();
    const valid = endpoint.secrets.filter(({ until }) => until === null || until > now);
    const secrets = valid.map((secret) => this.vault.open(secret.sealed, contextOf(endpoint, secret)));
    return { endpoint, since, secrets, connections: this.connectionsOf(endpoint) };
  }

  private connectionsOf({ _id, url }: EndpointDocument): EndpointConnections {
    const id = _id.toHexString();
    const known = this.connections.get(id);
    if (known?.url === url) return known;
    const { ALLOW_PRIVATE_WEBHOOK_HOSTS: mayBePrivate, WEBHOOK_TIMEOUT_MS } = this.config;
    const reach = mayBePrivate ? 'anywhere' : 'internet';
    const connections = new EndpointConnections(url, reach, WEBHOOK_TIMEOUT_MS);
    this.connections.set(id, connections);
    return connections;
  }
}

/** The attempts, with the time of the next one in the last if that failed. */
function withNextTry(attempts: readonly Attempt[], nextTryAt: Date | null): Attempt[] {
  return attempts.map((attempt, n) =>
    n === attempts.length - 1 && !attempt.ok ? { ...attempt, nextTryAt } : attempt,
  );
}
