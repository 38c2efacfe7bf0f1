import { type Feature, relayOf } from '@carillon/platform';
import { EditEndpoints } from './edit-endpoints';
import { EndpointRecord, EndpointSchema, WebhookUserRecord, WebhookUserSchema } from './endpoint-record';
import { Endpoints } from './endpoints';
import { EndpointsController } from './endpoints.controller';
import { ResealSecrets } from './reseal-secrets';
import { TellChanges } from './tell-changes';

export type { EndpointDocument, Replay } from './endpoint-record';
export { Endpoints } from './endpoints';
export { contextOf } from './reseal-secrets';
export { TellChanges } from './tell-changes';

/** The endpoints of users, and the events that they want. */
export const endpoints: Feature = {
  collections: [
    { name: EndpointRecord.name, schema: EndpointSchema },
    { name: WebhookUserRecord.name, schema: WebhookUserSchema },
  ],
  controllers: [EndpointsController],
  providers: [Endpoints, relayOf(Endpoints), EditEndpoints, TellChanges, ResealSecrets],
};
