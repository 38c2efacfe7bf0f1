import { createHmac } from 'node:crypto';
import type { DeliveryReason, MetaSettings } from '@carillon/contracts';
import { fieldsIn, textIn } from '@carillon/http-client';
import { listIn } from '../lists';
import type { ApiRequest, PhoneAccount, PhoneApi } from '../phone-api';
import { metaCode, metaCodes } from './codes';
import { readTemplateId, templateOf } from './template-message';

/**
 * Meta supports a version for two years or more, and `whatsapp_business_manager_messaging_limit` exists since v24.0.
 * https://developers.facebook.com/docs/graph-api/changelog
 */
const VERSION = 'v25.0';
/** https://developers.facebook.com/documentation/business-messaging/whatsapp/messages/image-messages */
const LONGEST_CAPTION = 1_024;
/** The fields that every version has. */
const NUMBER_FIELDS = 'display_phone_number,quality_rating';

/** A WhatsApp message. */
export interface WhatsappMessage {
  /** E.164. */
  to: string;
  content: WhatsappText | WhatsappTemplateCall;
  /** Absent for a test message. Meta repeats it in the webhooks of the message. */
  deliveryId?: string;
}

interface WhatsappText {
  text: string;
  file?: { type: string; url: string; name: string };
}

/** A template by its ID in Carillon, and the values of its variables. */
interface WhatsappTemplateCall {
  contentSid: string;
  variables: Readonly<Record<string, string>>;
}

/** The WhatsApp Cloud API of Meta. https://developers.facebook.com/documentation/business-messaging/whatsapp */
export function metaApi(): PhoneApi<WhatsappMessage> {
  return {
    provider: 'META',
    name: 'Meta',
    url: 'https://graph.facebook.com',
    codes: metaCodes,
    fault: ({ content }) => faultIn(content),
    message: (account, message) => ({
      ...requestTo(account, `${settingsOf(account).phoneNumberId}/messages`),
      method: 'POST',
      body: bodyOf(message),
    }),
    check: (account) => numberRequest(account, NUMBER_FIELDS),
    passes: () => false,
    accepted: (body) => {
      const [message] = listIn(fieldsIn(body).messages).map(fieldsIn);
      const providerId = textIn(message?.id);
      return providerId === '' ? null : { providerId };
    },
    error: (body) => {
      const { error } = fieldsIn(body);
      const { message, error_data: data } = fieldsIn(error);
      return { code: metaCode(error), detail: textIn(fieldsIn(data).details) || textIn(message) };
    },
  };
}

export function settingsOf({ settings }: PhoneAccount): MetaSettings {
  return settings as unknown as MetaSettings;
}

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/reference/whatsapp-business-phone-number */
export function numberRequest(account: PhoneAccount, fields: string): ApiRequest {
  return requestTo(account, settingsOf(account).phoneNumberId, { fields });
}

/**
 * A request that reads something. The proof shows that the app secret belongs to the token, and allows accounts to
 * require it. https://developers.facebook.com/docs/graph-api/guides/secure-requests
 */
export function requestTo(
  { secrets: { accessToken = '', appSecret = '' } }: PhoneAccount,
  path: string,
  query: Readonly<Record<string, string>> = {},
): ApiRequest {
  const proof = createHmac('sha256', appSecret).update(accessToken).digest('hex');
  const search = new URLSearchParams({ ...query, appsecret_proof: proof });
  return {
    method: 'GET',
    path: `/${VERSION}/${path}?${search.toString()}`,
    headers: { authorization: `Bearer ${accessToken}` },
  };
}

function faultIn(content: WhatsappMessage['content']): DeliveryReason | null {
  if ('contentSid' in content) return readTemplateId(content.contentSid) ? null : 'TEMPLATE_NOT_FOUND';
  if (content.file && kindOf(content.file.type) === null) return 'MEDIA_NOT_SUPPORTED';
  return content.file && content.text.length > LONGEST_CAPTION ? 'MESSAGE_TOO_LONG' : null;
}

function bodyOf({ to, content, deliveryId }: WhatsappMessage): object {
  return {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to,
    ...('contentSid' in content ? { type: 'template', template: templateOf(content) } : textOf(content)),
    ...(deliveryId !== undefined && { biz_opaque_callback_data: deliveryId }),
  };
}

function textOf({ text, file }: WhatsappText): object {
  const type = file && kindOf(file.type);
  if (!file || !type) return { type: 'text', text: { body: text, preview_url: true } };
  const named = type === 'document' && { filename: file.name };
  return { type, [type]: { link: file.url, caption: text, ...named } };
}

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/business-phone-numbers/media */
function kindOf(type: string): 'image' | 'video' | 'document' | null {
  if (type === 'image/jpeg' || type === 'image/png') return 'image';
  if (type === 'video/mp4') return 'video';
  return type.startsWith('application/') ? 'document' : null;
}
