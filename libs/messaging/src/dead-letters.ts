import { type QueueName, queueNames, queues } from '@carillon/contracts';
import type { Channel, GetMessage } from 'amqplib';
import { MessagingConnection } from './connection/messaging-connection';
import { SupervisedChannel, unavailable } from './connection/supervised-channel';
import { RETRY_LADDER_MS, deadQueue, declareDeadQueue } from './connection/topology';
import { decode, headersOf, messageIdOf, nameOf } from './envelope';
import type { MessagingLog } from './log';
import { endsWithin } from './timing';

/** The first `limit` messages, roughly the oldest, or the message with this ID. */
export type Selection = { limit: number } | { id: string };

/** A dead message, for inspection by operators. */
export interface DeadMessage {
  id: string;
  /** The queue where it died, and to which a replay returns it. */
  queue: QueueName;
  event: string;
  /** ISO 8601; null if unknown. */
  occurredAt: string | null;
  diedAt: string | null;
  requestId: string | null;
  /** The service that sent the message, and its release; null: unknown. */
  sender: string | null;
  release: string | null;
  /**
   * The number of failed attempts. Null for a message that ended its process each time, because such attempts are not
   * counted.
   */
  attempts: number | null;
  code: string;
  detail: string;
  payload: unknown;
}

const WAIT_MS = 5_000;
/** The broker's own reason for a message that exceeded the delivery limit. */
const POISON = 'delivery_limit';

/** The queues that can have dead messages. */
export const queuesWithDead = queueNames.filter((name) => queues[name].kind === 'events');

/** Shows, replays, and drops dead messages, for operators. */
export class DeadLetters {
  private constructor(private readonly connection: MessagingConnection) {}

  /**
   * @param ladder the same as in the processes of the system
   * @throws AppError service_unavailable when the broker does not respond within five seconds.
   */
  static async open(url: string, log: MessagingLog, ladder = RETRY_LADDER_MS): Promise<DeadLetters> {
    const connection = new MessagingConnection({ url, service: 'dead', log, ladder });
    if (await endsWithin(WAIT_MS, connection.connect())) return new DeadLetters(connection);
    await connection.close();
    throw unavailable('The broker is unreachable');
  }

  async list(): Promise<{ queue: QueueName; count: number }[]> {
    return this.withChannel(async (channel) => {
      const counts: { queue: QueueName; count: number }[] = [];
      for (const queue of queuesWithDead) {
        const { messageCount } = await declareDeadQueue(channel, queue);
        counts.push({ queue, count: messageCount });
      }
      return counts;
    });
  }

  /** Returns dead messages, roughly the oldest first, without changing them. */
  async show(queue: QueueName, limit: number): Promise<DeadMessage[]> {
    const found: DeadMessage[] = [];
    await this.visit(queue, { limit }, (message) => {
      found.push(deadMessage(queue, message));
      return Promise.resolve('keep');
    });
    return found;
  }

  /** Returns messages to the queue where they died, as new messages with all their attempts. Returns their number. */
  async replay(queue: QueueName, selection: Selection): Promise<number> {
    return this.visit(queue, selection, async (message) => {
      const { occurredAt, requestId, traceparent, release } = headersOf(message);
      const headers = { occurredAt, requestId, traceparent, release };
      await this.connection.publisher.forward(message, '', queue, headers);
      return 'remove';
    });
  }

  /** Deletes messages permanently. Returns their number. */
  async drop(queue: QueueName, selection: Selection): Promise<number> {
    return this.visit(queue, selection, () => Promise.resolve('remove'));
  }

  async close(): Promise<void> {
    await this.connection.close();
  }

  /**
   * Visits the selected messages one by one. Messages that are not removed return to the queue, roughly in their order.
   */
  private async visit(
    queue: QueueName,
    selection: Selection,
    look: (message: GetMessage) => Promise<'keep' | 'remove'>,
  ): Promise<number> {
    return this.withChannel(async (channel) => {
      await declareDeadQueue(channel, queue);
      const kept: GetMessage[] = [];
      let count = 0;
      for await (const message of taken(channel, queue, selection)) {
        const fits = !('id' in selection) || messageIdOf(message) === selection.id;
        if (fits) count += 1;
        if (fits && (await look(message)) === 'remove') channel.ack(message);
        else kept.push(message);
        if (fits && 'id' in selection) break;
      }
      for (const message of kept) channel.nack(message, false, true);
      return count;
    });
  }

  /** Closing the channel requeues the messages that it holds. */
  private async withChannel<T>(work: (channel: Channel) => Promise<T>): Promise<T> {
    const setup = () => Promise.resolve();
    const supervised = new SupervisedChannel(this.connection, {
      name: 'dead letters',
      confirm: false,
      setup,
    });
    try {
      const channel = await supervised.opened(WAIT_MS);
      if (!channel) throw unavailable('The broker is unreachable');
      return await work(channel);
    } finally {
      await supervised.close();
    }
  }
}

/** Gets dead messages one by one, up to the limit if one is given. */
async function* taken(channel: Channel, queue: QueueName, selection: Selection): AsyncGenerator<GetMessage> {
  const began = new Date().toISOString();
  const limit = 'limit' in selection ? selection.limit : Infinity;
  for (let count = 0; count < limit; count += 1) {
    const message = await channel.get(deadQueue(queue));
    // A message that died after the start was replayed by this call, so each message is visited once.
    if (!message || (headersOf(message).deadAt ?? '') > began) return;
    yield message;
  }
}

function deadMessage(queue: QueueName, message: GetMessage): DeadMessage {
  const headers = headersOf(message);
  const buried = headers.deadCode !== undefined;
  return {
    id: messageIdOf(message),
    queue,
    event: nameOf(message),
    occurredAt: headers.occurredAt ?? null,
    diedAt: headers.deadAt ?? null,
    requestId: headers.requestId ?? null,
    sender: String(message.properties.appId ?? '') || null,
    release: headers.release ?? null,
    attempts: buried ? (headers.attempt ?? null) : null,
    code: headers.deadCode ?? POISON,
    detail:
      headers.deadDetail ?? 'Delivered too often without being settled: its handler terminates the process',
    payload: decode(message) ?? message.content.toString('utf8'),
  };
}
