import { type Template, type TemplateOutline, templateKinds } from '@carillon/contracts';
import { Type } from '@sinclair/typebox';
import { ChannelName, Count, Id, OneOf, Text, Time, View, presenter } from '../../openapi/view';
import { contentProperties, presentContent } from '../campaigns';

const head = {
  _id: Id(),
  user: Id(),
  kind: OneOf(templateKinds, {
    description: 'CAMPAIGN: the messages of new campaigns. BLOCKS: blocks of an email',
  }),
  name: Text('Newsletter', { description: 'The name, which is also the name of new drafts' }),
  version: Count(3, { description: 'Increases with each change' }),
  createdAt: Time(),
  updatedAt: Time(),
};

/** A template in lists. */
export const TemplateView = View('Template', {
  ...head,
  channels: Type.Array(ChannelName, { description: 'The channels that have a message' }),
});
/** A template with its messages. Unset fields are null. */
export const TemplateDetailView = View('TemplateDetail', { ...head, ...contentProperties });

export const presentTemplate = presenter(TemplateView, (template: TemplateOutline) => ({
  ...template,
  _id: template.id,
  user: template.userId,
}));
export const presentTemplateDetail = presenter(TemplateDetailView, (template: Template) => ({
  ...template,
  ...presentContent(template),
  _id: template.id,
  user: template.userId,
}));
