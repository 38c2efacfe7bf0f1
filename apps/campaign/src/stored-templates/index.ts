import { type Feature, noteRelay } from '@carillon/mongo';
import { TemplateRecord, TemplateSchema } from './template-document';
import { TemplateVersionRecord, TemplateVersionSchema, TemplateVersions } from './template-versions';
import { Templates } from './templates';

export type { TemplateDraft } from './template-document';
export { TemplateVersions } from './template-versions';
export { Templates } from './templates';

/** Templates and their earlier versions. `templates` creates, changes, and deletes them. */
export const storedTemplates: Feature = {
  collections: [
    { name: TemplateRecord.name, schema: TemplateSchema },
    { name: TemplateVersionRecord.name, schema: TemplateVersionSchema },
  ],
  controllers: [],
  providers: [Templates, TemplateVersions, noteRelay(TemplateRecord)],
};
