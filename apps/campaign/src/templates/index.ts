import { type Feature, noteRelay } from '@carillon/mongo';
import { EditTemplates } from './edit-templates';
import { TemplateRecord, TemplateSchema } from './template-document';
import { TemplateVersionRecord, TemplateVersionSchema, TemplateVersions } from './template-versions';
import { Templates } from './templates';
import { TemplatesController } from './templates.controller';

export { TemplateVersions } from './template-versions';
export { Templates } from './templates';

/** Messages that new campaigns begin with. */
export const templates: Feature = {
  collections: [
    { name: TemplateRecord.name, schema: TemplateSchema },
    { name: TemplateVersionRecord.name, schema: TemplateVersionSchema },
  ],
  controllers: [TemplatesController],
  providers: [Templates, TemplateVersions, noteRelay(TemplateRecord), EditTemplates],
};
