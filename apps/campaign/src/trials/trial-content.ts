import { AppError, type Channel, type DispatchContent, type Plan } from '@carillon/contracts';
import type { StoredCampaign } from '../campaigns/campaign-document';
import { hasCredits } from '../campaigns/content';

/**
 * What a trial says: what the campaign says, by the plan of its publishing, else the one that holds now. Under an id of
 * its own, as if it were a campaign to one: a mail with the Message-ID of a delivery would make that one vanish.
 */
export function trialContent(
  trialId: string,
  { campaign, plan }: StoredCampaign,
  planNow: Plan,
): DispatchContent {
  const { name: subject, bodies, whatsappTemplate } = campaign;
  const credits = hasCredits(campaign, plan ?? planNow);
  return { campaignId: trialId, subject, bodies, whatsappTemplate, credits };
}

/** @throws AppError validation_failed if the campaign says nothing by this channel */
export function requireMessageFor(
  channel: Channel,
  { bodies, whatsappTemplate }: StoredCampaign['campaign'],
): void {
  if (bodies[channel] !== null || (channel === 'WHATSAPP' && whatsappTemplate !== null)) return;
  const detail = `The campaign has no message for ${channel}`;
  throw new AppError('validation_failed', detail, [{ field: 'channel', code: 'not_allowed', detail }]);
}
