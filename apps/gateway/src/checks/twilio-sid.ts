import { Type } from '@sinclair/typebox';
import { type Rule, finding, rule } from './rule';

/** Twilio's id of a thing; the two letters that it begins with say of what. https://www.twilio.com/docs/glossary/what-is-a-sid */
export function twilioSid(prefix: string): Rule {
  const pattern = `^${prefix}[0-9a-fA-F]{32}$`;
  const form = new RegExp(pattern);
  const example = `${prefix}${'0123456789abcdef'.repeat(2)}`;
  return rule(Type.String({ pattern, examples: [example] }), (value) => {
    if (typeof value !== 'string') return finding('wrong_type', 'This must be a string');
    return form.test(value)
      ? []
      : finding('not_allowed', `This must be ${prefix} and 32 hexadecimal digits, as Twilio gives it`);
  });
}
