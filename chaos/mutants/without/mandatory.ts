import { Publisher } from '../../../libs/messaging/src/connection/publisher';
import { type Undo, patch } from '../patch';

/** The broker confirms what it has no queue for, and drops it. */
export function withoutMandatory(): Undo {
  return patch(
    Publisher.prototype,
    'publish',
    (original) =>
      function (this: Publisher, outgoing) {
        const properties = { ...outgoing.properties, mandatory: false };
        return original.call(this, { ...outgoing, properties });
      },
  );
}
