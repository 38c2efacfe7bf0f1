import { type TString, Type } from '@sinclair/typebox';

/** Where Twilio's API is: who tries things out has the sandbox in its place. */
export const twilioApiUrl: TString = Type.String({
  default: 'https://api.twilio.com',
  pattern: '^https?://[A-Za-z0-9.:\\[\\]-]+(?:/[A-Za-z0-9._~/-]*)?$',
  description: 'scheme, host and port of Twilio’s REST API',
});
