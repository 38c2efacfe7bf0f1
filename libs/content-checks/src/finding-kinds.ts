import type { Finding, FindingCode, Severity } from '@carillon/contracts';

type Facts = Omit<Finding, 'detail'>;

interface Kind {
  /** Unless the check states another one. */
  severity: Severity;
  /** What is wrong, why it matters, and what to do. */
  detail: (finding: Facts) => string;
}

const numberOf = (value: number | null): string => (value ?? 0).toLocaleString('en');
const some = (count: number, one: string, many: string): string =>
  count === 1 ? `One ${one}` : `${numberOf(count)} ${many}`;
const without = ({ source, people }: Facts): string =>
  `${source ?? ''} is empty for ${people === 1 ? 'one recipient' : `${numberOf(people)} recipients`}.`;

/** The detail of a finding about syntax of another template language. */
export const notUnderstoodDetail = (source: string): string =>
  `${source} is not supported. Write placeholders as {{key}} or {{key|fallback}}, without filters or conditions, or set engine to liquid.`;

/** The detail of a finding about an email that Gmail clips. */
export const clippedDetail = (kilobytes: number): string =>
  `The email has ${kilobytes} KB of HTML. Gmail clips everything after the first 102 KB, including the unsubscribe link.`;

/** What each check finds. docs/api/campaigns.md lists the same codes. */
export const kinds: Readonly<Record<FindingCode, Kind>> = {
  LINK_WITHOUT_TARGET: {
    severity: 'error',
    detail: ({ count }) =>
      `${some(count, 'link leads', 'links lead')} nowhere. Set href to a complete URL, such as https://example.com/page.`,
  },
  LINK_INCOMPLETE: {
    severity: 'error',
    detail: ({ count }) =>
      `${some(count, 'link has', 'links have')} an incomplete URL, which doesn't work in an email. Begin it with https://.`,
  },
  LINK_INVALID: {
    severity: 'error',
    detail: ({ count }) =>
      `${some(count, 'link has an invalid URL', 'links have invalid URLs')}. Check the spelling.`,
  },
  LINK_UNSAFE: {
    severity: 'error',
    detail: ({ count }) =>
      `${some(count, 'link has', 'links have')} a scheme that email clients block. Use https, mailto, tel, or sms.`,
  },
  LINK_UNFILLED: {
    severity: 'warning',
    detail: (finding) =>
      `${without(finding)} A link or an image needs it. Add a fallback, such as {{link|https://example.com}}.`,
  },
  LINK_ANCHOR_MISSING: {
    severity: 'warning',
    detail: ({ count }) =>
      `${some(count, 'link leads', 'links lead')} to a part of the email that doesn't exist. Give an element this id.`,
  },
  LINK_WITHOUT_TEXT: {
    severity: 'warning',
    detail: ({ count }) =>
      `${some(count, 'link has', 'links have')} neither text nor an image with alternative text, so that screen readers can't name it.`,
  },
  LINK_TEXT_MISLEADING: {
    severity: 'warning',
    detail: ({ count }) =>
      `${some(count, 'link shows', 'links show')} the address of another website than the one that it opens. Email clients warn of this as fraud. Use words as the text of the link.`,
  },
  LINK_SHORTENED: {
    severity: 'warning',
    detail: ({ count }) =>
      `${some(count, 'link uses', 'links use')} a public URL shortener. Spam filters distrust it, because it hides where the link leads. Use the actual URL.`,
  },
  LINK_TO_IP_ADDRESS: {
    severity: 'warning',
    detail: ({ count }) =>
      `${some(count, 'link leads', 'links lead')} to an IP address. Spam filters distrust it. Use a domain name.`,
  },
  LINK_TO_EXAMPLE: {
    severity: 'error',
    detail: ({ count }) =>
      `${some(count, 'link is a sample that leads', 'links are samples that lead')} to a domain reserved for examples. Replace it with your own URL.`,
  },
  UNSUBSCRIBE_ELSEWHERE: {
    severity: 'warning',
    detail: ({ count }) =>
      `${some(count, 'unsubscribe link leads', 'unsubscribe links lead')} to another address, so that Carillon doesn't learn of opt-outs there. Use {{carillon.unsubscribeUrl}}.`,
  },
  UNSUBSCRIBE_LINK_ADDED: {
    severity: 'info',
    detail: () =>
      'Carillon adds the unsubscribe link below the email. To place it elsewhere too, use {{carillon.unsubscribeUrl}} as the href of a link.',
  },
  IMAGE_WITHOUT_SOURCE: {
    severity: 'error',
    detail: ({ count }) =>
      `${some(count, 'image has', 'images have')} no complete URL, and can't be loaded. Set src to a URL that begins with https://.`,
  },
  IMAGE_EMBEDDED: {
    severity: 'error',
    detail: ({ count }) =>
      `${some(count, 'image is', 'images are')} embedded as a data URL, which Gmail and Outlook don't show. Put the image on a web server.`,
  },
  IMAGE_NOT_HTTPS: {
    severity: 'warning',
    detail: ({ count }) =>
      `${some(count, 'image is', 'images are')} loaded over HTTP. Some email clients load images only over HTTPS.`,
  },
  IMAGE_WITHOUT_ALT: {
    severity: 'warning',
    detail: ({ count }) =>
      `${some(count, 'image has', 'images have')} no alternative text for people who don't see images. Describe the image in alt, or set alt="" if it only decorates.`,
  },
  IMAGE_WITHOUT_SIZE: {
    severity: 'info',
    detail: ({ count }) =>
      `${some(count, 'image has', 'images have')} no width or no height. The text moves when the image is loaded, and Outlook shows it in its full size.`,
  },
  EMAIL_WITHOUT_TEXT: {
    severity: 'warning',
    detail: () =>
      'The email contains no text. Many email clients load images only on request, and spam filters distrust emails that consist of images.',
  },
  SAMPLE_TEXT: {
    severity: 'warning',
    detail: ({ count }) =>
      `${some(count, 'block still has', 'blocks still have')} a sample text. Replace the text, or delete the block.`,
  },
  GMAIL_CLIPS: { severity: 'warning', detail: ({ measured }) => clippedDetail(measured ?? 0) },
  LOW_CONTRAST: {
    severity: 'warning',
    detail: ({ source, measured, limit }) =>
      `Text in the colors ${source ?? ''} has a contrast of ${measured ?? 0}:1 and is hard to read. WCAG AA requires ${limit ?? 0}:1.`,
  },
  UNSUPPORTED_MARKUP: {
    severity: 'warning',
    detail: ({ source }) =>
      `Email clients remove ${source ?? ''}, or show a warning. Link to a web page instead.`,
  },
  SUBJECT_ALL_CAPS: {
    severity: 'warning',
    detail: () => 'The subject is in capital letters, which spam filters count against it.',
  },
  SUBJECT_FAKE_REPLY: {
    severity: 'warning',
    detail: ({ source }) =>
      `The subject begins with “${source ?? ''}”, as if the email were a reply. Laws against spam forbid misleading subjects, and spam filters look for them.`,
  },
  SUBJECT_PUNCTUATION: {
    severity: 'info',
    detail: () =>
      'The subject has an exclamation mark and a question mark, which spam filters count against it.',
  },
  SUBJECT_TOO_LONG: {
    severity: 'info',
    detail: ({ measured, limit }) =>
      `The subject has ${numberOf(measured)} characters. Many email clients show about ${numberOf(limit)}, and phones fewer. Put the important words first.`,
  },
  PREHEADER_MISSING: {
    severity: 'info',
    detail: () =>
      'The email has no preview text. Email clients show the beginning of the message next to the subject instead.',
  },
  PLACEHOLDER_UNFILLED: {
    severity: 'warning',
    detail: (finding) => `${without(finding)} Add a fallback, such as {{name|friend}}.`,
  },
  PLACEHOLDER_UNQUOTED: {
    severity: 'warning',
    detail: ({ source }) =>
      `${source ?? ''} is in an HTML tag without quotes, where a value with spaces breaks the tag. Put the value of the attribute in quotes.`,
  },
  NOT_UNDERSTOOD: { severity: 'warning', detail: ({ source }) => notUnderstoodDetail(source ?? '') },
  MESSAGE_TOO_LONG: {
    severity: 'error',
    detail: ({ measured, limit }) =>
      `The text has ${numberOf(measured)} characters without values. Providers accept at most ${numberOf(limit)}, so that each delivery fails.`,
  },
  SMS_UNICODE: {
    severity: 'info',
    detail: ({ source, measured, limit }) =>
      `The SMS is sent as Unicode because of ${source ?? ''}, with 70 instead of 160 characters in a segment.` +
      (measured === limit
        ? ''
        : ` Without these characters, it has ${numberOf(limit)} instead of ${numberOf(measured)} segments.`),
  },
  SMS_SEGMENTS: {
    severity: 'info',
    detail: ({ measured }) =>
      `The longest SMS has ${numberOf(measured)} segments. Providers charge for each segment.`,
  },
  TEMPLATE_VARIABLE_UNFILLED: {
    severity: 'warning',
    detail: (finding) =>
      `${without(finding)} The variable of the template is then empty, and the delivery fails. Add a fallback.`,
  },
  TEMPLATE_VARIABLE_SPACES: {
    severity: 'warning',
    detail: () =>
      'WhatsApp allows no line breaks, no tabs, and at most four spaces in a row in a variable. Carillon replaces them with one space.',
  },
};
