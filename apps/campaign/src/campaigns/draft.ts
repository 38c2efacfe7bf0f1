import { AppError, type Campaign, type Plan } from '@carillon/contracts';

/** What is said and to whom. */
export type CampaignDraft = Pick<
  Campaign,
  'name' | 'bodies' | 'whatsappTemplate' | 'shouldRemoveWatermark' | 'groups'
>;

/** The same of something that says more. */
export function draftOf(source: CampaignDraft): CampaignDraft {
  const { name, bodies, whatsappTemplate, shouldRemoveWatermark, groups } = source;
  return { name, bodies, whatsappTemplate, shouldRemoveWatermark, groups };
}

/** Whether an email names the sender of the sender: always, unless one who may have it otherwise wants so. */
export function hasWatermark({ shouldRemoveWatermark }: Pick<CampaignDraft, 'shouldRemoveWatermark'>, plan: Plan): boolean {
  return !(shouldRemoveWatermark && plan === 'UPGRADED');
}

/** @throws AppError validation_failed */
export function requireMessage({
  bodies,
  whatsappTemplate,
}: Pick<CampaignDraft, 'bodies' | 'whatsappTemplate'>): void {
  if (whatsappTemplate !== null) return;
  if (Object.values(bodies).some((body) => body !== null && body.trim() !== '')) return;
  const detail = 'At least one message is needed, for email, WhatsApp or SMS';
  throw new AppError('validation_failed', detail, [{ field: '', code: 'required', detail }]);
}
