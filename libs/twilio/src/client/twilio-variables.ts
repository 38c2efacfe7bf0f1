import { type TString, Type } from '@sinclair/typebox';

/** The URL of Twilio's API; in tests and trials the URL of the sandbox. */
export const twilioApiUrl: TString = Type.String({
  default: 'https://api.twilio.com',
  pattern: '^https?://[A-Za-z0-9.:\\[\\]-]+(?:/[A-Za-z0-9._~/-]*)?$',
  description: "scheme, host, and port of Twilio's REST API",
});
