import { Publisher } from '../../../libs/messaging/src/connection/publisher';
import { type Undo, patch } from '../patch';

/** What was written to the connection counts as taken. */
export function withoutConfirms(): Undo {
  return patch(
    Publisher.prototype,
    'publish',
    () =>
      async function (this: Publisher, { exchange, routingKey, content, properties }) {
        const channel = await this.channel.opened();
        channel?.publish(exchange, routingKey, content, properties);
      },
  );
}
