import type { CampaignPreview } from '@carillon/contracts';
import { Type } from '@sinclair/typebox';
import { Count, OrNull, Part, Text, View, presenter } from '../../openapi/view';

const shown = (part: object) => ({ examples: [part] });

/** The messages for one person. Null if a channel has no message, or only a template of WhatsApp. */
export const PreviewView = View('Preview', {
  EMAIL: OrNull(
    Part({ subject: Text(''), html: Text(''), text: Text('') }),
    shown({ subject: 'Spring concert', html: '<p>Hello Ann!</p>', text: 'Hello Ann!' }),
  ),
  WHATSAPP: OrNull(Part({ text: Text('') }), shown({ text: '*Hello* Ann!' })),
  SMS: OrNull(
    Part({ text: Text(''), encoding: Text('GSM-7'), segments: Count() }),
    shown({ text: 'Hello Ann!', encoding: 'GSM-7', segments: 1 }),
  ),
  whatsappTemplate: OrNull(
    Part({ contentSid: Text(''), variables: Type.Record(Type.String(), Type.String()) }),
    {
      description: 'The template of WhatsApp, with the values that the person gets',
      ...shown({ contentSid: 'HX0123456789abcdef0123456789abcdef', variables: { 1: 'Ann' } }),
    },
  ),
  translation: OrNull(Text('de'), {
    description: 'The language of the translation. Null: the texts for everyone',
  }),
  missingKeys: Type.Array(Text('nickname'), { description: 'Placeholders without a value' }),
  unquotedKeys: Type.Array(Text('link'), {
    description: 'Placeholders in unquoted attributes of HTML tags; put them in quotes',
  }),
  warnings: Type.Array(
    Part({
      code: Type.Union([Type.Literal('GMAIL_CLIPS'), Type.Literal('NOT_UNDERSTOOD')]),
      source: OrNull(Text('{{ name | upcase }}')),
      detail: Text('{{ name | upcase }} is not supported.'),
    }),
    {
      description:
        'GMAIL_CLIPS: the HTML is larger than the 102 KB that Gmail shows. NOT_UNDERSTOOD: `source` belongs to another template language, such as a Liquid filter or a Handlebars block',
    },
  ),
});

export const presentPreview = presenter(PreviewView, (preview: CampaignPreview) => ({
  ...preview,
  whatsappTemplate: preview.whatsappTemplate ?? null,
  translation: preview.translation ?? null,
}));
