import type { Feature } from '@carillon/mongo';
import { EditTemplates } from './edit-templates';
import { TemplatesController } from './templates.controller';

/** Messages that new campaigns begin with, blocks for emails, and layouts of emails. */
export const templates: Feature = {
  collections: [],
  controllers: [TemplatesController],
  providers: [EditTemplates],
};
