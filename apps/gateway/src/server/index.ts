import type { Feature } from '@carillon/platform';
import { BroadcastsController } from './broadcasts.controller';
import { Claims } from './idempotency/claims';
import { IdempotencyKeyRecord, IdempotencyKeySchema, IdempotencyKeys } from './idempotency/idempotency-keys';

/** The HTTP server, its request pipeline, and idempotency. */
export const server: Feature = {
  collections: [{ name: IdempotencyKeyRecord.name, schema: IdempotencyKeySchema }],
  controllers: [BroadcastsController],
  providers: [IdempotencyKeys, Claims],
};
