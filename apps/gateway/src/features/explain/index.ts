import type { Feature } from '@carillon/mongo';
import { ExplainController } from './explain.controller';
import { ReadExplanation } from './read-explanation';

/** Why a person got a campaign, or didn't. */
export const explain: Feature = { controllers: [ExplainController], providers: [ReadExplanation] };
