import {
  type ContentText,
  foreignSyntax,
  keysWithoutFallback,
  preheaderHtml,
  sentContent,
  simpleText,
  textsOf,
} from '@carillon/content';
import { type Campaign, type Finding, type Reply, engineOf, textsIn, wholeDesign } from '@carillon/contracts';
import { FindingList, type FoundProblem, inOrder } from './finding-list';
import type { EmailInspection } from './inspect-email';
import { isOnlyPlaceholders, lengthProblems, smsProblems, variableProblems } from './phone-checks';
import { subjectProblems } from './subject-checks';

type CheckedCampaign = Pick<Campaign, 'name' | 'content'> & Partial<Pick<Campaign, 'emailSource'>>;
/** The values of the recipients. */
export type AudienceValues = Pick<Reply<'audience.fields'>, 'people' | 'missing' | 'sms'>;
type Problem = Omit<FoundProblem, 'channel' | 'field'>;

/**
 * The number of bytes of HTML that Gmail shows. Gmail hides the remaining content, including the unsubscribe link,
 * behind a link: https://github.com/hteumeuleu/email-bugs/issues/41
 */
export const GMAIL_SHOWS = 102 * 1_000;

/**
 * Checks the content of a campaign, the most severe findings first.
 * @param inspection that of its email; null: it has no email
 * @param audience the values of its recipients; null: it has no recipients yet
 */
export function checkContent(
  campaign: CheckedCampaign,
  inspection: EmailInspection | null,
  audience: AudienceValues | null,
): Finding[] {
  const { content, name, emailSource } = campaign;
  const engine = engineOf(content);
  const { subject, preheader } = textsIn(content);
  const list = new FindingList();
  const linkKeys = new Set(inspection?.linkKeys);
  for (const text of textsOf(sentContent({ name, content }))) {
    const { channel } = text;
    // The name is the subject of an email without its own subject.
    const field = text.field === 'subject' && subject === null ? 'name' : text.field;
    const simple = { ...text, text: simpleText(text.text, engine) };
    const problems = [
      ...(text.field === 'smsMessage' && content.media?.SMS
        ? lengthProblems(simple.text)
        : problemsOf(simple, preheader, audience)),
      ...(engine === 'simple' ? placeholderProblems(text, audience, linkKeys) : []),
    ];
    for (const problem of problems) list.add({ channel, field, ...problem });
  }
  for (let left = sampleTexts(emailSource); left > 0; left -= 1)
    list.add({ code: 'SAMPLE_TEXT', channel: 'EMAIL', field: 'emailMessage' });
  if (inspection && preheader === null)
    list.add({ code: 'PREHEADER_MISSING', channel: 'EMAIL', field: 'preheader' });
  return inOrder([...(inspection?.findings ?? []), ...list.all()]);
}

/** The number of blocks whose text is a sample. */
function sampleTexts(source: CheckedCampaign['emailSource']): number {
  if (source?.kind !== 'design') return 0;
  const blocks = wholeDesign(source.design).blocks.flatMap((block) =>
    block.type === 'columns' ? block.columns.flat() : [block],
  );
  return blocks.filter((block) => 'sample' in block).length;
}

/** What is wrong with simple placeholders. Liquid has conditions, and its errors are found when a draft is saved. */
function placeholderProblems(
  text: ContentText,
  audience: AudienceValues | null,
  linkKeys: ReadonlySet<string>,
): Problem[] {
  return [
    ...foreignSyntax([text.text]).map((source): Problem => ({ code: 'NOT_UNDERSTOOD', source })),
    ...(audience ? unfilledIn(text, audience, linkKeys) : []),
  ];
}

function problemsOf(
  { field, text }: ContentText,
  preheader: string | null,
  audience: AudienceValues | null,
): Problem[] {
  switch (field) {
    case 'subject':
      return subjectProblems(text);
    case 'preheader':
      return [];
    case 'emailMessage':
      return sizeProblems(text, preheader);
    case 'smsMessage':
      return [...lengthProblems(text), ...smsProblems(text, audience?.sms?.longest ?? null)];
    case 'whatsappMessage':
      return lengthProblems(text);
    default:
      return variableProblems(text);
  }
}

/** Without values, the footer, and tracking links. */
function sizeProblems(html: string, preheader: string | null): Problem[] {
  const bytes =
    Buffer.byteLength(html) + (preheader === null ? 0 : Buffer.byteLength(preheaderHtml(preheader)));
  if (bytes <= GMAIL_SHOWS) return [];
  return [{ code: 'GMAIL_CLIPS', measured: Math.ceil(bytes / 1_000), limit: GMAIL_SHOWS / 1_000 }];
}

/** The placeholders without a fallback for which recipients have no value. */
function unfilledIn(
  { channel, field, text, mode }: ContentText,
  { people, missing }: AudienceValues,
  linkKeys: ReadonlySet<string>,
): Problem[] {
  const lacking = new Map(
    missing.flatMap((each) => (each.channel === channel ? [[each.key, each.people]] : [])),
  );
  return keysWithoutFallback(text, mode).flatMap((key): Problem[] => {
    const count = lacking.get(key) ?? 0;
    if (count === 0) return [];
    const severity = count === people[channel] ? 'error' : 'warning';
    return [
      { code: unfilledCode(field, text, linkKeys.has(key)), source: `{{${key}}}`, people: count, severity },
    ];
  });
}

function unfilledCode(field: string, text: string, isInLink: boolean): Finding['code'] {
  if (field === 'emailMessage' && isInLink) return 'LINK_UNFILLED';
  const isVariable = field.startsWith('whatsappTemplate.');
  return isVariable && isOnlyPlaceholders(text) ? 'TEMPLATE_VARIABLE_UNFILLED' : 'PLACEHOLDER_UNFILLED';
}
