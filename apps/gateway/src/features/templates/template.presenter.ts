import {
  type Template,
  type TemplateOutline,
  type TemplateVersion,
  templateKinds,
} from '@carillon/contracts';
import { Type } from '@sinclair/typebox';
import { ChannelName, Count, Id, OneOf, Text, Time, View, presenter } from '../../openapi/view';
import { contentProperties, presentContent } from '../campaigns';

const head = {
  _id: Id(),
  user: Id(),
  kind: OneOf(templateKinds, {
    description:
      'CAMPAIGN: the messages of new campaigns. BLOCKS: blocks of an email. LAYOUT: what is around the blocks of emails',
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
/** An earlier version in lists. */
export const TemplateVersionView = View('TemplateVersion', {
  version: Count(2, { description: 'The number of the version' }),
  name: head.name,
  channels: Type.Array(ChannelName, { description: 'The channels that had a message' }),
  savedAt: Time(),
});
/** A template with its messages. Unset fields are null. */
export const TemplateDetailView = View('TemplateDetail', { ...head, ...contentProperties });

export const presentTemplate = presenter(TemplateView, (template: TemplateOutline) => ({
  ...template,
  _id: template.id,
  user: template.userId,
}));
export const presentTemplateVersion = presenter(TemplateVersionView, (version: TemplateVersion) => version);
export const presentTemplateDetail = presenter(TemplateDetailView, (template: Template) => ({
  ...template,
  ...presentContent(template),
  _id: template.id,
  user: template.userId,
}));
