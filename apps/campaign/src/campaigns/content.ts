import { AppError, type Campaign, type Plan } from '@carillon/contracts';

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

/** Whether an email names the sender of the sender: always, unless one who may have it otherwise wants so. */
export function hasCredits({ removeCredits }: Pick<CampaignContent, 'removeCredits'>, plan: Plan): boolean {
  return !(removeCredits && plan === 'UPGRADED');
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
