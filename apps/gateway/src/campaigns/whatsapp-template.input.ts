import type { FieldError, WhatsappTemplate } from '@carillon/contracts';
import { isRecord, issue, within } from '@carillon/input';
import { Holds, OptionalNotNull, type Rule } from '../input/rule';
import { IsTwilioSid, textRule } from '../input/texts';

/** https://www.twilio.com/docs/content/using-variables-with-content-api */
const MAX_VARIABLES = 100;
const NAME_PATTERN = '^[A-Za-z0-9_]{1,64}$';
const nameForm = new RegExp(NAME_PATTERN);
/** One that is empty is refused by Twilio, too: https://www.twilio.com/docs/api/errors/21656 */
const variable = textRule({ max: 1_000 });

const variablesRule: Rule = {
  schema: {
    type: 'object',
    propertyNames: { pattern: NAME_PATTERN },
    additionalProperties: variable.schema,
    maxProperties: MAX_VARIABLES,
    examples: [{ 1: '{{name|friend}}' }],
  },
  issues: (value, input) => {
    if (!isRecord(value)) return issue('wrong_type', 'This must be an object');
    const given = Object.entries(value);
    if (given.length > MAX_VARIABLES) return issue('too_many', `There may be at most ${MAX_VARIABLES}`);
    return given.flatMap(([name, said]): FieldError[] =>
      nameForm.test(name)
        ? within(name, variable.issues(said, input))
        : issue('not_allowed', 'A name has 1 to 64 letters, digits and underscores'),
    );
  },
};

/** A message that WhatsApp has approved, and what its variables are filled with. */
export class WhatsappTemplateInput {
  @IsTwilioSid('HX') readonly contentSid!: string;

  @Holds('isVariables', variablesRule)
  @OptionalNotNull()
  readonly variables?: Readonly<Record<string, string>>;
}

/** What was asked for; variables may be left out. */
export function toTemplate({ contentSid, variables = {} }: WhatsappTemplateInput): WhatsappTemplate {
  return { contentSid, variables };
}
