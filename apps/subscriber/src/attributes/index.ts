import type { Feature } from '@carillon/mongo';
import { AttributesController } from './attributes.controller';
import { ChangeValues } from './change-values';
import { EditAttributes } from './edit-attributes';
import { ReadAttributes } from './read-attributes';

/** Attributes as users see and describe them. */
export const attributes: Feature = {
  controllers: [AttributesController],
  providers: [ReadAttributes, EditAttributes, ChangeValues],
};
