import type { Schemas } from '@carillon/sdk';
import type { ReportTexts } from '../texts';

/** Why the recipients aren't counted yet, or never were. */
export function notCounted(status: Schemas['CampaignStatus'], report: ReportTexts['report']): string {
  if (status === 'SCHEDULED') return report.countedAtStart;
  return status === 'SENDING' || status === 'PAUSED' ? report.planning : report.neverCounted;
}
