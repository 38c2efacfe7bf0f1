import { Publisher } from '../../../libs/messaging/src/connection/publisher';
import { patch } from '../patch';

/** What was written to the connection counts as taken. */
export function withoutConfirms(): void {
  patch(
    Publisher.prototype,
    'publish',
    () =>
      async function (this: Publisher, { exchange, routingKey, content, properties }) {
        const channel = await this.supervised.opened();
        channel?.publish(exchange, routingKey, content, properties);
      },
  );
}
