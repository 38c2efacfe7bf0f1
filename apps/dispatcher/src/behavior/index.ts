import type { Feature } from '@carillon/mongo';
import { BehaviorController } from './behavior.controller';
import { ReadBehavior } from './read-behavior';

/** Lists what recipients did, for the segments of the subscriber service. Writes nothing. */
export const behavior: Feature = { controllers: [BehaviorController], providers: [ReadBehavior] };
