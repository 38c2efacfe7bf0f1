import { type Json, count, inner, text } from '../api/json';
import { cell } from '../output/cells';
import { escapedLines } from '../output/escape';

/** What one person would get, channel by channel. */
export function previewView(preview: Json): string[] {
  const email = inner(preview, 'EMAIL');
  const sms = inner(preview, 'SMS');
  const missing = Array.isArray(preview.missingKeys) ? preview.missingKeys : [];
  return [
    ...section('EMAIL', preview.EMAIL && `Subject: ${text(email, 'subject')}\n\n${text(email, 'text')}`),
    ...section('WHATSAPP', preview.WHATSAPP && text(inner(preview, 'WHATSAPP'), 'text')),
    ...section(`SMS, ${segmentsOf(sms)}`, preview.SMS && text(sms, 'text')),
    ...(missing.length > 0 ? [`Not known: ${missing.map(cell).join(', ')}`] : []),
  ];
}

function segmentsOf(sms: Json): string {
  const segments = count(sms, 'segments');
  return `${segments} ${segments === 1 ? 'segment' : 'segments'} of ${cell(sms.encoding)}`;
}

function section(title: string, content: unknown): string[] {
  return typeof content === 'string' ? [`── ${title}`, ...escapedLines(content).split('\n'), ''] : [];
}
