import { type TString, Type } from '@sinclair/typebox';

/** The URL of Twilio's API; in tests and trials the URL of the sandbox. */
export const twilioApiUrl: TString = Type.String({
  default: 'https://api.twilio.com',
  pattern: '^https?://[A-Za-z0-9.:\\[\\]-]+(?:/[A-Za-z0-9._~/-]*)?$',
  description: "scheme, host, and port of Twilio's REST API",
});

/** Whether a server is Twilio's, and not the sandbox or a proxy. */
export function isTwilio(hostname: string): boolean {
  return /(?:^|\.)twilio\.com$/i.test(hostname);
}

/**
 * The URL to which a request of Twilio's library goes instead of `uri`: all requests to `server`, which can be the sandbox
 * or a proxy. If it is Twilio's, the other products keep their own servers.
 */
export function urlOn(server: URL, uri: string): URL {
  const { hostname, pathname, search, origin } = new URL(uri);
  if (isTwilio(server.hostname) && !hostname.startsWith('api.')) return new URL(pathname + search, origin);
  return new URL(server.pathname.replace(/\/$/, '') + pathname + search, server);
}
