import { AppError, type Campaign } from '@carillon/contracts';

/** The content and the groups of a campaign. */
export type CampaignDraft = Pick<
  Campaign,
  'name' | 'bodies' | 'whatsappTemplate' | 'shouldRemoveWatermark' | 'groups'
>;

/** Picks the content and the groups. */
export function draftOf(source: CampaignDraft): CampaignDraft {
  const { name, bodies, whatsappTemplate, shouldRemoveWatermark, groups } = source;
  return { name, bodies, whatsappTemplate, shouldRemoveWatermark, groups };
}

/** At least one message is needed. The gateway checks the same of its input (messages.input.ts). @throws AppError validation_failed */
export function requireMessage({
  bodies,
  whatsappTemplate,
}: Pick<CampaignDraft, 'bodies' | 'whatsappTemplate'>): void {
  if (whatsappTemplate !== null) return;
  if (Object.values(bodies).some((body) => body !== null && body.trim() !== '')) return;
  const detail = 'At least one message is needed, for email, WhatsApp or SMS';
  throw new AppError('validation_failed', detail, [{ field: '', code: 'required', detail }]);
}
