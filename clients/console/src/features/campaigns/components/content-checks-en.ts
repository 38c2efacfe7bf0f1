import type { Schemas } from '@carillon/sdk';
import { countingIn } from '../../../texts/counting';

const { n, many } = countingIn('en');

type Finding = Schemas['CampaignFinding'];
type FindingText = (finding: Pick<Finding, 'count' | 'source' | 'people' | 'measured' | 'limit'>) => string;

export const en = {
  title: 'Checks',
  checking: 'Checking …',
  none: 'No problems found.',
  someRecipients: 'Only some of the recipients were checked for values.',
  severities: { error: 'Errors', warning: 'Warnings', info: 'Notes' },
  counts: {
    error: (count: number) => many(count, 'error', 'errors'),
    warning: (count: number) => many(count, 'warning', 'warnings'),
    info: (count: number) => many(count, 'note', 'notes'),
  },
  goTo: (field: string) => `Go to the field ${field}`,
  line: (line: number) => `Line ${n.format(line)}`,
  codes: {
    LINK_WITHOUT_TARGET: ({ count }) =>
      `${many(count, 'link leads', 'links lead')} nowhere. Enter a complete address, such as https://example.com/page.`,
    LINK_INCOMPLETE: ({ count }) =>
      `${many(count, 'link has', 'links have')} an incomplete address, which does not work in an email. Begin it with https://.`,
    LINK_INVALID: ({ count }) =>
      `${many(count, 'link has an invalid address', 'links have invalid addresses')}. Check the spelling.`,
    LINK_UNSAFE: ({ count }) =>
      `${many(count, 'link has', 'links have')} an address that email programs block. Use https, mailto, tel, or sms.`,
    LINK_UNFILLED: ({ source, people }) =>
      `${source ?? ''} is missing for ${many(people ?? 0, 'recipient', 'recipients')}, so that a link or an image does not work for them. Add a fallback.`,
    LINK_ANCHOR_MISSING: ({ count }) =>
      `${many(count, 'link leads', 'links lead')} to a part of the email that does not exist.`,
    LINK_WITHOUT_TEXT: ({ count }) =>
      `${many(count, 'link has', 'links have')} neither text nor an image description. Screen readers cannot name it.`,
    LINK_TEXT_MISLEADING: ({ count }) =>
      `${many(count, 'link shows', 'links show')} the address of another website than the one that it opens. Email programs warn of this as fraud. Use words as the text of the link.`,
    LINK_SHORTENED: ({ count }) =>
      `${many(count, 'link uses', 'links use')} a public URL shortener, which spam filters distrust. Use the actual address.`,
    LINK_TO_IP_ADDRESS: ({ count }) =>
      `${many(count, 'link leads', 'links lead')} to an IP address, which spam filters distrust. Use a domain name.`,
    LINK_TO_EXAMPLE: ({ count }) =>
      `${many(count, 'sample link leads', 'sample links lead')} to a domain reserved for examples. Replace it with your own address.`,
    UNSUBSCRIBE_ELSEWHERE: ({ count }) =>
      `${many(count, 'unsubscribe link leads', 'unsubscribe links lead')} to another address. Carillon does not learn of opt-outs there. Use {{carillon.unsubscribeUrl}}.`,
    UNSUBSCRIBE_LINK_ADDED: () =>
      'Carillon adds the unsubscribe link below the email. To place it elsewhere too, use {{carillon.unsubscribeUrl}} as the address of a link.',
    IMAGE_WITHOUT_SOURCE: ({ count }) =>
      `${many(count, 'image has', 'images have')} no complete address, and cannot be loaded. Begin it with https://.`,
    IMAGE_EMBEDDED: ({ count }) =>
      `${many(count, 'image is', 'images are')} part of the HTML, which Gmail and Outlook do not show. Put the image on a web server.`,
    IMAGE_NOT_HTTPS: ({ count }) =>
      `${many(count, 'image is', 'images are')} loaded without encryption. Some email programs load images only over https.`,
    IMAGE_WITHOUT_ALT: ({ count }) =>
      `${many(count, 'image has', 'images have')} no description for people who do not see images. Add alt, or alt="" if it only decorates.`,
    IMAGE_WITHOUT_SIZE: ({ count }) =>
      `${many(count, 'image has', 'images have')} no width or no height. The text moves when the image is loaded.`,
    SAMPLE_TEXT: ({ count }) =>
      `${many(count, 'block still has', 'blocks still have')} the sample text of the starting point. Replace the text, or delete the block.`,
    EMAIL_WITHOUT_TEXT: () =>
      'The email contains no text. Many email programs load images only on request, and spam filters distrust emails that consist of images.',
    GMAIL_CLIPS: () => 'Gmail shows only the first 102 KB of this email and hides the unsubscribe link.',
    LOW_CONTRAST: ({ source, measured, limit }) =>
      `Text is hard to read: ${source ?? ''} has a contrast of ${n.format(measured ?? 0)}:1. WCAG AA requires ${n.format(limit ?? 0)}:1.`,
    UNSUPPORTED_MARKUP: ({ source }) =>
      `Email programs remove ${source ?? ''}, or show a warning. Link to a web page instead.`,
    SUBJECT_ALL_CAPS: () => 'The subject is in capital letters, which spam filters count against it.',
    SUBJECT_FAKE_REPLY: ({ source }) =>
      `The subject begins with “${source ?? ''}”, as if the email were a reply. Misleading subjects are forbidden in many countries.`,
    SUBJECT_PUNCTUATION: () =>
      'The subject has an exclamation mark and a question mark, which spam filters count against it.',
    SUBJECT_TOO_LONG: ({ measured, limit }) =>
      `The subject has ${n.format(measured ?? 0)} characters. Many email programs show about ${n.format(limit ?? 0)}. Put the important words first.`,
    PREHEADER_MISSING: () =>
      'There is no preview text. Email programs show the beginning of the message next to the subject instead.',
    PLACEHOLDER_UNFILLED: ({ source, people }) =>
      `${source ?? ''} is empty for ${many(people ?? 0, 'recipient', 'recipients')}. Add a fallback.`,
    PLACEHOLDER_UNQUOTED: ({ source }) =>
      `${source ?? ''} is in an HTML tag without quotes. Put the value of the attribute in quotes.`,
    NOT_UNDERSTOOD: ({ source }) =>
      `Not understood: ${source ?? ''}. Placeholders have the form {{name}} or {{name|fallback}}.`,
    MESSAGE_TOO_LONG: ({ measured, limit }) =>
      `The text has ${n.format(measured ?? 0)} characters. Providers accept at most ${n.format(limit ?? 0)}, so that nobody receives it.`,
    SMS_UNICODE: ({ source, measured, limit }) =>
      `${source ?? ''} makes the SMS more expensive: a segment has 70 instead of 160 characters.${measured === limit ? '' : ` Without these characters: ${n.format(limit ?? 0)} instead of ${many(measured ?? 0, 'segment', 'segments')}.`}`,
    SMS_SEGMENTS: ({ measured }) =>
      `The longest SMS has ${many(measured ?? 0, 'segment', 'segments')}. Providers charge for each segment.`,
    TEMPLATE_VARIABLE_UNFILLED: ({ source, people }) =>
      `${source ?? ''} is empty for ${many(people ?? 0, 'recipient', 'recipients')}, so that the delivery fails. Add a fallback.`,
    TEMPLATE_VARIABLE_SPACES: () =>
      'WhatsApp allows no line breaks, no tabs, and at most four spaces in a row here. Carillon replaces them with one space.',
  } satisfies Record<Finding['code'], FindingText> as Record<Finding['code'], FindingText>,
};
