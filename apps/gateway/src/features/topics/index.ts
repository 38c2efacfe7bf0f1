import type { Feature } from '@carillon/mongo';
import { TopicsController } from './topics.controller';

/** Topics that people can leave. */
export const topics: Feature = { controllers: [TopicsController] };
