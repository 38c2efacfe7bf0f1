import type { Feature } from '@carillon/mongo';
import { TemplatesController } from './templates.controller';

/** Messages that new campaigns begin with. */
export const templates: Feature = { controllers: [TemplatesController], providers: [] };
