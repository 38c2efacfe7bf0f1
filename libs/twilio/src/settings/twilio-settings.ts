import { type Static, Type } from '@sinclair/typebox';

/** How Twilio's names for things look (SIDs): two letters for the kind, then 32 hexadecimal digits. */
export const sidPatterns = {
  account: '^AC[0-9a-fA-F]{32}$',
  apiKey: '^SK[0-9a-fA-F]{32}$',
  messagingService: '^MG[0-9a-fA-F]{32}$',
  content: '^HX[0-9a-fA-F]{32}$',
} as const;

const account = {
  accountSid: Type.String({ pattern: sidPatterns.account }),
  /** With it, requests are signed in by the key and its secret; the account's token then only signs callbacks. */
  apiKeySid: Type.Optional(Type.String({ pattern: sidPatterns.apiKey })),
};
const exactly = { additionalProperties: false };

/** What an integration of SMS or WhatsApp keeps openly: the account, and either a sender or a service that chooses one. */
export const TwilioSettings = Type.Union([
  Type.Object({ ...account, from: Type.String({ minLength: 1, maxLength: 32 }) }, exactly),
  Type.Object(
    { ...account, messagingServiceSid: Type.String({ pattern: sidPatterns.messagingService }) },
    exactly,
  ),
]);
export type TwilioSettings = Static<typeof TwilioSettings>;

/** The fields that are sealed. `authToken` is always there, as it signs callbacks. */
export const twilioSecrets = ['authToken', 'apiKeySecret'] as const;
export type TwilioSecret = (typeof twilioSecrets)[number];
