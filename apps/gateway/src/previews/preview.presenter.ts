import type { CampaignPreview } from '@carillon/contracts';
import { Type } from '@sinclair/typebox';
import { Count, OrNull, Part, Text, View, presenter } from '../openapi/view';

const shown = (part: object) => ({ examples: [part] });

/** What one person would be sent; null where nothing is said, or only a template is. */
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
  missingKeys: Type.Array(Text('nickname'), { description: 'Placeholders that nothing is known for' }),
});

export const presentPreview = presenter(PreviewView, (preview: CampaignPreview) => preview);
