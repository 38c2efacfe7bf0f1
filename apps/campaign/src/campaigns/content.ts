import { AppError, type Campaign } from '@carillon/contracts';

/** What is said and to whom. */
export type CampaignContent = Pick<
  Campaign,
  'name' | 'bodies' | 'whatsappTemplate' | 'removeCredits' | 'groups'
>;

/** The same of something that says more. */
export function contentOf(source: CampaignContent): CampaignContent {
  const { name, bodies, whatsappTemplate, removeCredits, groups } = source;
  return { name, bodies, whatsappTemplate, removeCredits, groups };
}

/** @throws AppError validation_failed */
export function requireMessage({
  bodies,
  whatsappTemplate,
}: Pick<CampaignContent, 'bodies' | 'whatsappTemplate'>): void {
  if (whatsappTemplate !== null) return;
  if (Object.values(bodies).some((body) => body !== null && body.trim() !== '')) return;
  const detail = 'At least one message is needed, for email, WhatsApp or SMS';
  throw new AppError('validation_failed', detail, [{ field: '', code: 'required', detail }]);
}
