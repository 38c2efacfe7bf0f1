import type { FieldError, WhatsappTemplate } from '@carillon/contracts';
import { isRecord, issue, within } from '@carillon/input';
import { matching } from '../../http/input/composed';
import type { Rule } from '../../http/input/rule';
import { textRule } from '../../http/input/texts';

/** https://www.twilio.com/docs/content/using-variables-with-content-api */
const MAX_VARIABLES = 100;
const NAME_PATTERN = '^[A-Za-z0-9_]{1,64}$';
const nameForm = new RegExp(NAME_PATTERN);
/** Twilio also rejects an empty value: https://www.twilio.com/docs/api/errors/21656 */
const variable = textRule({ max: 1_000 });

/** The ID of a template at Twilio, or the name and the language of a template at Meta. */
const ID_PATTERN = '^(?:HX[0-9a-fA-F]{32}|[a-z0-9_]{1,512}:[a-z]{2,3}(?:_[A-Z]{2,4})?)$';

export const templateIdRule = matching(
  ID_PATTERN,
  'Must be a template ID of Twilio, which begins with HX, or a template name of Meta and its language, such as order_update:en_US',
  { examples: ['HX0123456789abcdef0123456789abcdef', 'order_update:en_US'] },
);

/** The values of a template's variables, by name. */
export const variablesRule: Rule = {
  schema: {
    type: 'object',
    propertyNames: { pattern: NAME_PATTERN },
    additionalProperties: variable.schema,
    maxProperties: MAX_VARIABLES,
    examples: [{ 1: '{{name|friend}}' }],
  },
  issues: (value, input) => {
    if (!isRecord(value)) return issue('wrong_type', 'Must be an object');
    const variables = Object.entries(value);
    if (variables.length > MAX_VARIABLES)
      return issue('too_many', `Must have at most ${MAX_VARIABLES} variables`);
    return variables.flatMap(([name, text]): FieldError[] =>
      nameForm.test(name)
        ? within(name, variable.issues(text, input))
        : issue('not_allowed', 'A name must have 1 to 64 letters, digits, and underscores'),
    );
  },
};

/** A requested template. Variables can be omitted. */
export interface RequestedTemplate {
  readonly contentSid: string;
  readonly variables?: Readonly<Record<string, string>>;
}

export function toTemplate({ contentSid, variables = {} }: RequestedTemplate): WhatsappTemplate {
  return { contentSid, variables };
}
