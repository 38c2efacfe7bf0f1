import type { Schemas } from '@carillon/sdk';
import type { Texts } from '../../texts';
import type { CampaignTexts } from './texts';
import { fieldName } from '../../texts/fields';
import { type Draft, type Part, missingFrom } from './draft/draft';

type Problem = Schemas['Rehearsal']['problems'][number];

/** Something to do before a campaign can be tested or sent. */
export interface MissingItem {
  text: string;
  /** A selector of the field to fill in or correct; null: it isn't on the page. */
  at: string | null;
}

/** Where the parts of a campaign are on the page. */
const fieldOf: Readonly<Record<Part, string>> = {
  name: '#campaign-name',
  groups: '#campaign-groups',
  message: '#campaign-messages [role="tab"][aria-selected="true"]',
  caption: '#campaign-messages [role="tab"][aria-selected="true"]',
  replyTo: '#campaign-replyTo',
};

/** The parts by the names of the fields in the API. */
const partOf: Readonly<Record<string, Part>> = {
  ...{ name: 'name', groups: 'groups', replyTo: 'replyTo' },
  ...{
    emailMessage: 'message',
    whatsappMessage: 'message',
    smsMessage: 'message',
    whatsappTemplate: 'message',
  },
};

/** Where to solve problems that don't concern a single field. */
const placeOf: Readonly<Partial<Record<string, string>>> = {
  campaign_groups_missing: fieldOf.groups,
  campaign_audience_missing: fieldOf.groups,
  campaign_senders_missing: '#campaign-senders input',
  campaign_attachments_missing: '#campaign-attachments',
  campaign_templates_unusable: fieldOf.message,
};

/** Empty parts of the draft, or wrong ones. */
export function missingParts(
  parts: readonly Part[],
  { addPart }: CampaignTexts['campaignEditor'],
): MissingItem[] {
  return parts.map((part) => ({ text: addPart[part], at: fieldOf[part] }));
}

/** Why the API would refuse to publish. A part that was filled in since is absent. */
export function missingForPublishing(
  problems: readonly Problem[],
  draft: Draft,
  texts: Texts,
  own: CampaignTexts['campaignEditor'],
): MissingItem[] {
  const empty = new Set(missingFrom(draft));
  return problems.flatMap(({ code, detail, errors }): MissingItem[] => {
    if (code === 'campaign_incomplete') {
      const parts = errors.map(({ field }) => partOf[field]).filter((part) => part !== undefined);
      return missingParts(
        parts.filter((part) => empty.has(part)),
        own,
      );
    }
    const isMedia = code === 'campaign_attachments_missing' && errors[0]?.field.endsWith('Media');
    const place = isMedia ? fieldOf.message : placeOf[code];
    if (place !== undefined || errors.length === 0)
      return [{ text: texts.errors.codes[code] ?? detail, at: place ?? null }];
    return errors.map(({ field, code: wrong, detail: why }) => {
      const part = partOf[field];
      const problem = texts.errors.fields[wrong] ?? why;
      return { text: `${fieldName(field, texts)} ${problem}`, at: part === undefined ? null : fieldOf[part] };
    });
  });
}
