import {
  LONGEST_TEXT,
  type EmailTexts,
  type SystemValues,
  type TemplatePart,
  UNSUBSCRIBE_URL,
  type Variables,
  compileTemplate,
  exceeds,
  lookUp,
  smsSegments,
} from '@carillon/content';
import { AppError, type Campaign, type CampaignPreview } from '@carillon/contracts';

type Parts = readonly TemplatePart[];

export interface Reader {
  variables: Variables;
  unsubscribeUrl: string;
}

/**
 * Renders what a worker would send to a reader, with the workers' own templates.
 * @throws AppError validation_failed if a message is too long to show
 */
export function renderPreview(
  { bodies, whatsappTemplate }: Pick<Campaign, 'bodies' | 'whatsappTemplate'>,
  email: EmailTexts | null,
  { variables, unsubscribeUrl }: Reader,
): CampaignPreview {
  const [whatsapp, sms] = [partsOf(bodies.WHATSAPP), partsOf(bodies.SMS)];
  const filledIn = Object.values(whatsappTemplate?.variables ?? {}).map(partsOf);
  const said = [email?.subject.parts, email?.html, whatsapp, ...filledIn, sms];
  return {
    EMAIL: email && renderEmail(email, variables, { [UNSUBSCRIBE_URL]: unsubscribeUrl }),
    WHATSAPP: whatsapp && { text: fill(whatsapp, variables) },
    SMS: sms && renderSms(fill(sms, variables)),
    missingKeys: missingKeys(
      said.flatMap((parts) => parts ?? []),
      variables,
    ),
    unquotedKeys: unquotedKeys(email?.html ?? []),
  };
}

function partsOf(text: string | null): Parts | null {
  return text === null ? null : compileTemplate(text, 'text').parts;
}

function renderEmail({ subject, html, text }: EmailTexts, variables: Variables, system: SystemValues) {
  return {
    subject: fill(subject.parts, variables),
    html: fill(html, variables, system),
    text: fill(text, variables, system),
  };
}

function renderSms(text: string) {
  const { encoding, segments } = smsSegments(text);
  return { text, encoding, segments };
}

/** @throws AppError validation_failed if the text is too long */
function fill(parts: Parts, variables: Variables, system?: SystemValues): string {
  if (exceeds(parts)(variables, system)) throw tooLong();
  return parts.map((part) => (typeof part === 'string' ? part : part.render(variables, system))).join('');
}

function missingKeys(parts: Parts, variables: Variables): string[] {
  const slots = parts.filter((part) => typeof part !== 'string');
  const keys = new Set(slots.flatMap(({ key, isSystem }) => (isSystem ? [] : [key])));
  return [...keys].filter((key) => lookUp(variables, key) === undefined);
}

/** A tag may end at a value without quotes in another way than its author thought, however it is escaped. */
function unquotedKeys(html: Parts): string[] {
  const slots = html.filter((part) => typeof part !== 'string');
  return [
    ...new Set(slots.flatMap(({ key, isSystem, isUnquoted }) => (isUnquoted && !isSystem ? [key] : []))),
  ];
}

function tooLong(): AppError {
  const detail = `Filled in, a message has more than ${LONGEST_TEXT} characters`;
  return new AppError('validation_failed', undefined, [{ field: '', code: 'too_big', detail }]);
}
