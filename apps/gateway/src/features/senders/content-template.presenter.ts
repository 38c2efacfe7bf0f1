import {
  type ContentTemplate,
  contentTemplateCategories,
  contentTemplateStatuses,
} from '@carillon/contracts';
import { Type } from '@sinclair/typebox';
import { OneOf, OrNull, Text, View, presenter } from '../../openapi/view';

/** A WhatsApp template that the provider of a sender stores. */
export const ContentTemplateView = View('ContentTemplate', {
  contentSid: Text('HX0123456789abcdef0123456789abcdef', {
    description:
      'The value for `whatsappTemplate.contentSid`: the ID of a Twilio template, or the name and the language of a Meta template, such as `order_update:en_US`',
  }),
  name: Text('order_update'),
  language: Text('en'),
  status: OneOf(contentTemplateStatuses, {
    description: 'Whether WhatsApp has approved the template. Only APPROVED templates reach everyone',
  }),
  rejectionReason: OrNull(Text('INVALID_FORMAT')),
  category: OrNull(OneOf(contentTemplateCategories), {
    description:
      'The category by which WhatsApp charges for the template; null if the provider does not return it',
  }),
  body: OrNull(Text('Hello {{1}}, your order is ready.'), {
    description: 'The text; null if this kind of template has none',
  }),
  variables: Type.Record(Type.String(), Type.String(), {
    description: 'The sample values of the variables, by name',
    examples: [{ 1: 'Ada' }],
  }),
  buttons: Type.Array(Text('Track the order'), { description: 'The labels of the buttons' }),
  hasMedia: Type.Boolean({ description: 'Whether the template has a picture, a video, or a document' }),
});

export const presentContentTemplate = presenter(ContentTemplateView, (template: ContentTemplate) => ({
  ...template,
  category: template.category ?? null,
}));
