import { AppError, type QueueName } from '@carillon/contracts';
import { MessagingConnection } from '@carillon/messaging';
import { Injectable } from '@nestjs/common';

const QUEUE: QueueName = 'dispatcher.events';
/**
 * The limit of messages in the dispatchers' queue, so that the next message doesn't wait long. A dispatcher handles
 * eight messages at a time, and needs the next messages immediately. Decisions about running campaigns use the room
 * that orders leave.
 */
const MOST = { order: 16, decision: 48 } as const;
/** The interval between checks of a full queue (milliseconds). */
const FULL_PAUSE_MS = 20;
/**
 * How long a message waits for room (milliseconds). After this time, it waits in the outbox, so that it doesn't keep
 * the service from stopping.
 */
const WAIT_MS = 2_000;

/**
 * Keeps the queue of the dispatchers short. Messages without room wait in the outbox, where accounts take turns. One
 * check of the queue reserves room for as many messages as fit. Each copy of the service does the same, so the limit
 * applies per copy.
 */
@Injectable()
export class DispatcherQueue {
  private room = { order: 0, decision: 0 };
  private looking: Promise<void> | null = null;

  constructor(private readonly connection: MessagingConnection) {}

  /**
   * Resolves when there is room for one more message.
   * @throws AppError service_unavailable if the broker is unavailable, or the dispatchers have handled nothing for some
   * time
   */
  async reserve(kind: keyof typeof MOST): Promise<void> {
    const end = performance.now() + WAIT_MS;
    while (this.room[kind] <= 0) {
      if (performance.now() > end)
        throw new AppError('service_unavailable', 'The dispatchers are not processing events');
      this.looking ??= this.look(kind).finally(() => (this.looking = null));
      await this.looking;
    }
    this.room.order -= 1;
    this.room.decision -= 1;
  }

  private async look(kind: keyof typeof MOST): Promise<void> {
    const length = await this.connection.lengthOf(QUEUE);
    this.room = { order: MOST.order - length, decision: MOST.decision - length };
    if (this.room[kind] <= 0) await new Promise((done) => setTimeout(done, FULL_PAUSE_MS));
  }
}
