import { type Feature, noteRelay } from '@carillon/mongo';
import { EditEndpoints } from './edit-endpoints';
import { DisabledRelay, InterestRelay } from './endpoint-relays';
import { EndpointRecord, EndpointSchema, WebhookUserRecord, WebhookUserSchema } from './endpoint-record';
import { EndpointLeases } from './endpoint-leases';
import { EndpointOutbox } from './endpoint-outbox';
import { Endpoints } from './endpoints';
import { EndpointsController } from './endpoints.controller';
import { ResealSecrets } from './reseal-secrets';

export type { EndpointDocument, Replay } from './endpoint-record';
export { EndpointLeases } from './endpoint-leases';
export { EndpointOutbox } from './endpoint-outbox';
export { Endpoints } from './endpoints';
export { contextOf } from './reseal-secrets';

/** The endpoints of users, and the events that they subscribe to. */
export const endpoints: Feature = {
  collections: [
    { name: EndpointRecord.name, schema: EndpointSchema },
    { name: WebhookUserRecord.name, schema: WebhookUserSchema },
  ],
  controllers: [EndpointsController],
  providers: [
    Endpoints,
    EndpointLeases,
    EndpointOutbox,
    noteRelay(EndpointRecord),
    InterestRelay,
    DisabledRelay,
    EditEndpoints,
    ResealSecrets,
  ],
};
