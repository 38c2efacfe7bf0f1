import type { Setting } from '@carillon/contracts';
import { address, canonical, email } from '../checks/channel';
import { type Rule, finding, rule } from '../checks/rule';
import { oneOf, wholeNumber } from '../checks/scalars';
import { text } from '../checks/text';
import { twilioSid } from '../checks/twilio-sid';
import { kindOfHost } from './mail-host';

const hostName = text({ max: 255 });
const phone = address(() => 'SMS');

const host: Rule = rule(hostName.schema, (value, owner) => {
  const unfit = hostName(value, owner);
  if (unfit.length > 0 || typeof value !== 'string' || kindOfHost(value) !== 'invalid') return unfit;
  return finding('not_allowed', 'This is neither a host name nor an IP address');
});

/** Twilio's own have 5 or 6 digits; in other countries there are shorter and longer ones. */
const shortCode = /^\d{3,8}$/;
/**
 * An alphanumeric sender id: up to 11 characters, not only digits. One that begins or ends with something else than a
 * letter or a digit is rather a mistake. https://www.twilio.com/docs/glossary/what-alphanumeric-sender-id
 */
const senderName = /^(?=.{1,11}$)(?=.*[A-Za-z])[A-Za-z0-9](?:[A-Za-z0-9 +_&-]*[A-Za-z0-9])?$/;
const isNoPhone = (sender: string): boolean => shortCode.test(sender) || senderName.test(sender);
const notASender =
  'This is neither an international phone number nor a short code nor a name of at most 11 letters, digits and spaces';

const sender: Rule = rule(phone.schema, (value, owner) => {
  if (typeof value === 'string' && isNoPhone(value)) return [];
  return phone(value, owner).map((found) =>
    found.code === 'invalid_phone' ? { ...found, detail: notASender } : found,
  );
});

/** What a setting is held to. */
export function ruleOf(setting: Setting): Rule {
  switch (setting.form) {
    case 'line':
      return text(setting);
    case 'number':
      return wholeNumber(setting);
    case 'choice':
      return oneOf(setting.of);
    case 'sid':
      return twilioSid(setting.prefix);
    default:
      return { host, email, phone, sender }[setting.form];
  }
}

/** A setting as it is stored: addresses in canonical form, all else as given. */
export function kept({ form }: Setting, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  if (form === 'email') return canonical('EMAIL', value);
  if (form === 'phone' || (form === 'sender' && !isNoPhone(value))) return canonical('SMS', value);
  return value;
}
