import type { EventName, Payload } from '@carillon/contracts';
import { MessagingConnection, MessagingServer } from '@carillon/messaging';

export interface Announcement {
  event: EventName;
  payload: Payload<'campaign.published'> | Payload<'campaign.deleted'>;
}

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Listens in the dispatcher's place, and keeps what it hears. */
export class DispatcherInbox {
  readonly heard: Announcement[] = [];

  private constructor(
    private readonly connection: MessagingConnection,
    private readonly server: MessagingServer,
  ) {}

  static async listen(amqpUrl: string): Promise<DispatcherInbox> {
    const connection = new MessagingConnection({ url: amqpUrl, service: 'dispatcher', log: quiet });
    await connection.connect();
    const server = new MessagingServer({
      connection,
      service: 'dispatcher',
      partial: true,
      consumes: ['dispatcher.events'],
    });
    const inbox = new DispatcherInbox(connection, server);
    for (const event of ['campaign.published', 'campaign.deleted'] as const) {
      server.addHandler(event, (payload: Announcement['payload']) => inbox.keep({ event, payload }), true);
    }
    await server.listen((flaw) => {
      if (flaw !== undefined) throw new Error('The inbox cannot listen', { cause: flaw });
    });
    return inbox;
  }

  async close(): Promise<void> {
    await this.server.close();
    await this.connection.close();
  }

  private keep(announcement: Announcement): Promise<void> {
    this.heard.push(announcement);
    return Promise.resolve();
  }
}
