import type { Feature } from '@carillon/mongo';
import { AttributesController } from './attributes.controller';

/** Attributes of people. */
export const attributes: Feature = { controllers: [AttributesController] };
