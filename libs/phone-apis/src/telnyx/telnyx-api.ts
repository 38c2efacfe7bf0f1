import type { TelnyxSettings } from '@carillon/contracts';
import { fieldsIn, textIn } from '@carillon/http-client';
import { listIn } from '../lists';
import type { PhoneAccount, PhoneApi, SmsMessage } from '../phone-api';
import { telnyxCodes } from './codes';

/** https://developers.telnyx.com/api-reference/messages/send-a-message */
const MESSAGES = '/v2/messages';
/** https://developers.telnyx.com/api-reference/profiles/list-messaging-profiles */
const PROFILES = '/v2/messaging_profiles';

/** The messaging API of Telnyx. */
export function telnyxApi(): PhoneApi {
  return {
    provider: 'TELNYX',
    name: 'Telnyx',
    url: 'https://api.telnyx.com',
    codes: telnyxCodes,
    fault: () => null,
    message: (account, message) => ({
      method: 'POST',
      path: MESSAGES,
      headers: loginOf(account),
      body: bodyOf(account, message),
    }),
    check: (account) => {
      const { messagingProfileId: profile } = settingsOf(account);
      const path = profile === undefined ? `${PROFILES}?page%5Bsize%5D=1` : `${PROFILES}/${profile}`;
      return { method: 'GET', path, headers: loginOf(account) };
    },
    passes: () => false,
    accepted: (body) => {
      const { id, parts } = fieldsIn(fieldsIn(body).data);
      if (textIn(id) === '') return null;
      const isCount = typeof parts === 'number' && Number.isInteger(parts) && parts > 0;
      return { providerId: textIn(id), ...(isCount && { segments: parts }) };
    },
    error: (body) => {
      const [error] = listIn(fieldsIn(body).errors).map(fieldsIn);
      const code = textIn(error?.code);
      return { code: code === '' ? null : code, detail: textIn(error?.detail) || textIn(error?.title) };
    },
  };
}

function settingsOf({ settings }: PhoneAccount): TelnyxSettings {
  return settings as unknown as TelnyxSettings;
}

function loginOf({ secrets }: PhoneAccount): Record<string, string> {
  return { authorization: `Bearer ${secrets.apiKey ?? ''}` };
}

function bodyOf(account: PhoneAccount, { to, text, media, terms }: SmsMessage): object {
  const { from, messagingProfileId } = settingsOf(account);
  return {
    ...{ from, to, text },
    ...(media ? { type: 'MMS', media_urls: [media.url] } : { type: 'SMS' }),
    ...(messagingProfileId !== undefined && { messaging_profile_id: messagingProfileId }),
    ...(terms && { webhook_url: `${terms.webhookUrl}?delivery=${encodeURIComponent(terms.deliveryId)}` }),
  };
}
