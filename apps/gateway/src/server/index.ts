import type { Feature } from '@carillon/mongo';
import { BroadcastsController } from './broadcasts.controller';

/** The HTTP server and its request pipeline. */
export const server: Feature = { controllers: [BroadcastsController] };
