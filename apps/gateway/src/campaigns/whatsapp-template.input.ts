import type { WhatsappTemplate } from '@carillon/contracts';
import { isRecord, joined } from '@carillon/input';
import { Type } from '@sinclair/typebox';
import { type Finding, Optional, Required, type Rule, finding, rule } from '../checks/rule';
import { text } from '../checks/text';
import { twilioSid } from '../checks/twilio-sid';

/** https://www.twilio.com/docs/content/using-variables-with-content-api */
const MAX_VARIABLES = 100;
const NAME_PATTERN = '^[A-Za-z0-9_]{1,64}$';
const nameForm = new RegExp(NAME_PATTERN);
/** One that is empty is refused by Twilio, too: https://www.twilio.com/docs/api/errors/21656 */
const variable = text({ max: 1_000 });

const Variables = Type.Unsafe<Record<string, string>>({
  type: 'object',
  propertyNames: { pattern: NAME_PATTERN },
  additionalProperties: variable.schema,
  maxProperties: MAX_VARIABLES,
  examples: [{ 1: '{{name|friend}}' }],
});

const variables: Rule = rule(Variables, (value, owner) => {
  if (!isRecord(value)) return finding('wrong_type', 'This must be an object');
  const given = Object.entries(value);
  if (given.length > MAX_VARIABLES) return finding('too_many', `There may be at most ${MAX_VARIABLES}`);
  return given.flatMap(([name, said]): Finding[] =>
    nameForm.test(name)
      ? variable(said, owner).map((found) => ({ ...found, at: joined(name, found.at) }))
      : finding('not_allowed', 'A name has 1 to 64 letters, digits and underscores'),
  );
});

/** A message that WhatsApp has approved, and what its variables are filled with. */
export class WhatsappTemplateInput {
  @Required(twilioSid('HX'))
  readonly contentSid!: string;

  @Optional(variables)
  readonly variables?: Readonly<Record<string, string>>;
}

/** What was asked for; variables may be left out. */
export function toTemplate({ contentSid, variables = {} }: WhatsappTemplateInput): WhatsappTemplate {
  return { contentSid, variables };
}
