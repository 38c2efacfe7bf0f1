import {
  LONGEST_TEXT,
  type EmailTexts,
  type SystemValues,
  type TemplatePart,
  UNSUBSCRIBE_URL,
  type Variables,
  compileTemplateVariable,
  compileText,
  exceeds,
  foreignSyntax,
  lookUp,
  requiredKeysOf,
  smsSegments,
  textsOf,
} from '@carillon/content';
import { GMAIL_SHOWS, clippedDetail, notUnderstoodDetail } from '@carillon/content-checks';
import {
  AppError,
  type CampaignPreview,
  type Engine,
  type PreviewWarning,
  type SentContent,
  type WhatsappTemplate,
  engineOf,
  textsIn,
} from '@carillon/contracts';

type Parts = readonly TemplatePart[];

export interface Reader {
  variables: Variables;
  unsubscribeUrl: string;
}

/**
 * Renders the messages with the workers' own templates.
 * @throws AppError validation_failed if a message is too long to show
 */
export function renderPreview(
  content: SentContent,
  email: EmailTexts | null,
  { variables, unsubscribeUrl }: Reader,
): CampaignPreview {
  const engine = engineOf(content);
  const { bodies, whatsappTemplate } = textsIn(content);
  const partsIn = (text: string | null): Parts | null => partsOf(text, engine);
  const [whatsapp, sms] = [partsIn(bodies.WHATSAPP), partsIn(bodies.SMS)];
  const filledIn = Object.values(whatsappTemplate?.variables ?? {}).map(partsIn);
  const texts = [email?.subject.parts, email?.html, whatsapp, ...filledIn, sms];
  const mail = email && renderEmail(email, variables, { [UNSUBSCRIBE_URL]: unsubscribeUrl });
  return {
    EMAIL: mail,
    WHATSAPP: whatsapp && { text: fill(whatsapp, variables) },
    SMS: sms && renderSms(fill(sms, variables), content.media?.SMS !== undefined),
    whatsappTemplate: whatsappTemplate && renderTemplate(whatsappTemplate, engine, variables),
    missingKeys: missingKeys(
      engine === 'liquid' ? neededKeysIn(content, email) : keysOfSlots(texts.flatMap((parts) => parts ?? [])),
      variables,
    ),
    unquotedKeys: unquotedKeys(email?.html ?? []),
    warnings: [
      ...(mail && Buffer.byteLength(mail.html) > GMAIL_SHOWS ? [clipped(mail.html)] : []),
      ...(engine === 'simple'
        ? foreignSyntax(textsOf(content).map(({ text }) => text)).map(notUnderstood)
        : []),
    ],
  };
}

function clipped(html: string): PreviewWarning {
  const kilobytes = Math.ceil(Buffer.byteLength(html) / 1_000);
  return { code: 'GMAIL_CLIPS', source: null, detail: clippedDetail(kilobytes) };
}

function notUnderstood(source: string): PreviewWarning {
  return { code: 'NOT_UNDERSTOOD', source, detail: notUnderstoodDetail(source) };
}

function partsOf(text: string | null, engine: Engine): Parts | null {
  return text === null ? null : compileText(text, 'text', engine).parts;
}

function renderEmail({ subject, html, text }: EmailTexts, variables: Variables, system: SystemValues) {
  return {
    subject: fill(subject.parts, variables),
    html: fill(html, variables, system),
    text: fill(text, variables, system),
  };
}

function renderTemplate(
  { contentSid, variables: texts }: WhatsappTemplate,
  engine: Engine,
  variables: Variables,
): WhatsappTemplate {
  const filled = Object.entries(texts).map(([name, text]): [string, string] => {
    const { isTooLong, render } = compileTemplateVariable(text, engine);
    if (isTooLong(variables)) throw tooLong();
    return [name, render(variables)];
  });
  return { contentSid, variables: Object.fromEntries(filled) };
}

/** An MMS has no segments. */
function renderSms(text: string, isMms: boolean) {
  const { encoding, segments } = smsSegments(text);
  return { text, encoding, segments: isMms ? 0 : segments };
}

/** @throws AppError validation_failed if the text is too long */
function fill(parts: Parts, variables: Variables, system?: SystemValues): string {
  if (exceeds(parts)(variables, system)) throw tooLong();
  return parts.map((part) => (typeof part === 'string' ? part : part.render(variables, system))).join('');
}

function missingKeys(keys: readonly string[], variables: Variables): string[] {
  return [...new Set(keys)].filter((key) => lookUp(variables, key) === undefined);
}

function keysOfSlots(parts: Parts): string[] {
  const slots = parts.filter((part) => typeof part !== 'string');
  return slots.flatMap(({ key, isSystem }) => (isSystem ? [] : [key]));
}

/** The keys that the shown messages need. */
function neededKeysIn(content: SentContent, email: EmailTexts | null): string[] {
  const needed = requiredKeysOf(content);
  return needed.flatMap(({ channel, key }) => (email === null && channel === 'EMAIL' ? [] : [key]));
}

/** In an unquoted attribute, a value can end the tag in an unexpected place, regardless of escaping. */
function unquotedKeys(html: Parts): string[] {
  const slots = html.filter((part) => typeof part !== 'string');
  return [
    ...new Set(slots.flatMap(({ key, isSystem, isUnquoted }) => (isUnquoted && !isSystem ? [key] : []))),
  ];
}

function tooLong(): AppError {
  const detail = `With all placeholders filled in, a message has more than ${LONGEST_TEXT} characters, or takes too long to render`;
  return new AppError('validation_failed', undefined, [{ field: '', code: 'too_big', detail }]);
}
