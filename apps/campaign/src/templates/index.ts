import { type Feature, noteRelay } from '@carillon/mongo';
import { EditTemplates } from './edit-templates';
import { TemplateRecord, TemplateSchema } from './template-document';
import { Templates } from './templates';
import { TemplatesController } from './templates.controller';

export { Templates } from './templates';

/** Messages that new campaigns begin with. */
export const templates: Feature = {
  collections: [{ name: TemplateRecord.name, schema: TemplateSchema }],
  controllers: [TemplatesController],
  providers: [Templates, noteRelay(TemplateRecord), EditTemplates],
};
