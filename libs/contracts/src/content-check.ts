import { type Static, Type } from '@sinclair/typebox';
import { Channel, PerChannel } from './channels';
import { count } from './define';
import { Id, Nullable } from './field-types';

/** What the checks of a campaign's content can find. */
export const findingCodes = [
  'LINK_WITHOUT_TARGET',
  'LINK_INCOMPLETE',
  'LINK_INVALID',
  'LINK_UNSAFE',
  'LINK_UNFILLED',
  'LINK_ANCHOR_MISSING',
  'LINK_WITHOUT_TEXT',
  'LINK_TEXT_MISLEADING',
  'LINK_SHORTENED',
  'LINK_TO_IP_ADDRESS',
  'LINK_TO_EXAMPLE',
  'UNSUBSCRIBE_ELSEWHERE',
  'UNSUBSCRIBE_LINK_ADDED',
  'IMAGE_WITHOUT_SOURCE',
  'IMAGE_EMBEDDED',
  'IMAGE_NOT_HTTPS',
  'IMAGE_WITHOUT_ALT',
  'IMAGE_WITHOUT_SIZE',
  'EMAIL_WITHOUT_TEXT',
  'SAMPLE_TEXT',
  'GMAIL_CLIPS',
  'LOW_CONTRAST',
  'UNSUPPORTED_MARKUP',
  'SUBJECT_ALL_CAPS',
  'SUBJECT_FAKE_REPLY',
  'SUBJECT_PUNCTUATION',
  'SUBJECT_TOO_LONG',
  'PREHEADER_MISSING',
  'PLACEHOLDER_UNFILLED',
  'PLACEHOLDER_UNQUOTED',
  'NOT_UNDERSTOOD',
  'MESSAGE_TOO_LONG',
  'SMS_UNICODE',
  'SMS_SEGMENTS',
  'TEMPLATE_VARIABLE_UNFILLED',
  'TEMPLATE_VARIABLE_SPACES',
] as const;
export type FindingCode = (typeof findingCodes)[number];

/** `error`: the message fails, or a part of it doesn't work. `warning`: some recipients see a defect. */
export const severities = ['error', 'warning', 'info'] as const;
export type Severity = (typeof severities)[number];

/** A place in a text. `line` counts from 1. `element`: the beginning of the element, as written. */
export const FindingPlace = Type.Object({ line: Type.Integer(), element: Type.String() });
export type FindingPlace = Static<typeof FindingPlace>;

/**
 * One problem of a message. Equal problems of a field are one finding. `field`: as in the API. `source`: the placeholder,
 * the characters, or the colors that it is about. `count`: how often it occurs, at the first of these `places`.
 * `people`: the recipients that it concerns. `measured` exceeds the `limit`.
 */
export const Finding = Type.Object({
  // Texts between services, because a later release may add codes.
  code: Type.Unsafe<FindingCode>(Type.String()),
  severity: Type.Unsafe<Severity>(Type.String()),
  channel: Channel,
  field: Type.String(),
  source: Nullable(Type.String()),
  detail: Type.String(),
  count: Type.Integer(),
  places: Type.Array(FindingPlace),
  people: Nullable(Type.Integer()),
  measured: Nullable(Type.Number()),
  limit: Nullable(Type.Number()),
});
export type Finding = Static<typeof Finding>;

/**
 * The findings, errors first. `recipients`: how many people were checked for values, by channel; null: the campaign has no
 * groups or segments. `isComplete` false: only some of the recipients. `characters`: the length of the texts, which the
 * checks cost time for.
 */
export const ContentChecks = Type.Object({
  recipients: Nullable(PerChannel(Type.Integer())),
  isComplete: Type.Boolean(),
  characters: Type.Integer(),
  findings: Type.Array(Finding),
});
export type ContentChecks = Static<typeof ContentChecks>;

export const contentCheckMessages = {
  /**
   * Checks the messages of a campaign in any status, and whether its recipients have the values for them. Errors:
   * validation_failed with too_complex; rate_limited.
   */
  'campaign.check-content': count('campaign', Type.Object({ userId: Id, id: Id }), ContentChecks, {
    timeoutMs: 45_000,
  }),
};
