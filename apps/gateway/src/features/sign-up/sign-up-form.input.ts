import {
  type FieldError,
  type Language,
  type Payload,
  type SignUpField,
  type SignUpFormSettings,
  languages,
} from '@carillon/contracts';
import { compileTemplate, isKey } from '@carillon/content';
import { consentLimits, extraDataLimits, isRecord, issue, within } from '@carillon/input';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { ObjectSchema } from '../../http/input/input-schema';
import { Holds, OptionalNotNull, type Rule, stringRule } from '../../http/input/rule';
import { IsId, IsText, LINE_PATTERN, textRule } from '../../http/input/texts';

const MAX_FIELDS = 10;
const MAX_URL = 2048;
const MAX_MAIL = 50_000;

const attributeSchema = { minLength: 1, maxLength: extraDataLimits.key, pattern: LINE_PATTERN };
const attributeRule = stringRule(attributeSchema, (text) =>
  text.length <= extraDataLimits.key && isKey(text) && !text.includes('.')
    ? []
    : issue(
        'not_allowed',
        `Must be a name with at most ${extraDataLimits.key} characters, without {, }, |, and dots`,
      ),
);
const labelRule = textRule({ max: 100 });

const fieldsRule: Rule = {
  schema: {
    type: 'array',
    maxItems: MAX_FIELDS,
    items: {
      type: 'object',
      additionalProperties: false,
      required: ['attribute', 'label'],
      properties: {
        attribute: attributeRule.schema,
        label: labelRule.schema,
        required: { type: 'boolean' },
      },
    },
    examples: [[{ attribute: 'firstName', label: 'First name', required: true }]],
  },
  issues: (value) => {
    if (!Array.isArray(value)) return issue('wrong_type', 'Must be an array');
    if (value.length > MAX_FIELDS) return issue('too_many', `Must have at most ${MAX_FIELDS} items`);
    const names = value.map((each: unknown) => (isRecord(each) ? each.attribute : undefined));
    return value.flatMap((each: unknown, index) => {
      const issues = fieldIssues(each);
      const isRepeated = issues.length === 0 && names.indexOf(names[index]) < index;
      const all = isRepeated ? issue('conflict', 'Each attribute can occur once', 'attribute') : issues;
      return within(String(index), all);
    });
  },
};

function fieldIssues(value: unknown): FieldError[] {
  if (!isRecord(value)) return issue('wrong_type', 'Must be an object');
  const { attribute, label, required, ...others } = value;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) return issue('unknown_field', 'This field is not documented', unknown);
  if (attribute === undefined) return issue('required', 'This field is required', 'attribute');
  if (label === undefined) return issue('required', 'This field is required', 'label');
  if (required !== undefined && typeof required !== 'boolean')
    return issue('wrong_type', 'Must be true or false', 'required');
  return [
    ...within('attribute', attributeRule.issues(attribute, {})),
    ...within('label', labelRule.issues(label, {})),
  ];
}

/** The placeholder of the link, without which nobody could confirm. */
const LINK = 'confirmUrl';

/** A text of the confirmation email. */
function mailRule(): Rule {
  const rule = textRule({ max: MAX_MAIL, lines: true });
  return {
    schema: { ...rule.schema, examples: [`Confirm: {{${LINK}}}`] },
    issues: (value, input) => {
      const issues = rule.issues(value, input);
      if (issues.length > 0 || typeof value !== 'string') return issues;
      const { parts } = compileTemplate(value, 'text');
      const hasLink = parts.some((part) => typeof part !== 'string' && part.key === LINK);
      return hasLink ? [] : issue('required', `The placeholder {{${LINK}}} is required`);
    },
  };
}

/** A page that a browser continues to. Other schemes could run scripts. */
const pageUrlRule = stringRule(
  { minLength: 1, maxLength: MAX_URL, format: 'uri', examples: ['https://shop.example.com/thanks'] },
  (text) => {
    if (text.length > MAX_URL) return issue('too_long', `A URL can have at most ${MAX_URL} characters`);
    const url = /^https:\/\/[\x21-\x7e]+$/.test(text) ? URL.parse(text) : null;
    return url?.username === '' && url.password === ''
      ? []
      : issue('not_allowed', 'Must begin with https://, without a name or password');
  },
);

const IsFormName = applyDecorators(
  ApiProperty({ description: 'Only members of the account see it', examples: ['Footer of the site'] }),
  IsText({ max: 100 }),
);
const IsGroup = applyDecorators(ApiProperty({ description: 'The ID of the group that people join' }), IsId());
const IsTitle = applyDecorators(ApiProperty({ examples: ['Choir news'] }), IsText({ max: 200 }));
const IsWording = applyDecorators(
  ApiProperty({
    description: 'What people agree to. Another wording becomes a new version, and all versions are kept',
    examples: ['Send me the news of the choir once a month. I can unsubscribe at any time.'],
  }),
  IsText({ max: consentLimits.wording, lines: true }),
);

/** The fields that a form can omit. Null is the default. */
abstract class OptionalFields {
  @ApiProperty({
    description: 'The language of the page, of its default texts, and of the email. Default: en',
  })
  @IsIn(languages)
  @OptionalNotNull()
  readonly language?: Language;

  @ApiProperty({ description: 'A text above the form', examples: ['News from our rehearsals'] })
  @IsText({ max: 2_000, lines: true })
  @IsOptional()
  readonly text?: string | null;

  @ApiProperty({ description: 'The label of the button', examples: ['Subscribe'] })
  @IsText({ max: 50 })
  @IsOptional()
  readonly button?: string | null;

  @ApiProperty({
    description: 'Questions in addition to the email address. Answers become attributes of the person',
  })
  @Holds('isSignUpFields', fieldsRule)
  @OptionalNotNull()
  readonly fields?: (Omit<SignUpField, 'required'> & { required?: boolean })[];

  @ApiProperty({ description: 'The subject of the confirmation email, with placeholders' })
  @IsText({ max: 200 })
  @IsOptional()
  readonly subject?: string | null;

  @ApiProperty({
    description: `The HTML of the confirmation email, with placeholders. \`{{${LINK}}}\` is required`,
  })
  @Holds('isConfirmationHtml', mailRule())
  @IsOptional()
  readonly html?: string | null;

  @ApiProperty({
    description: `The plain text of the confirmation email, with placeholders. \`{{${LINK}}}\` is required. Default: derived from the HTML`,
  })
  @Holds('isConfirmationText', mailRule())
  @IsOptional()
  readonly plainText?: string | null;

  @ApiProperty({
    description: 'The page to continue to after the form. Default: a page that Carillon serves',
  })
  @Holds('isPageUrl', pageUrlRule)
  @IsOptional()
  readonly requestedUrl?: string | null;

  @ApiProperty({
    description: 'The page to continue to after the confirmation. Default: a page that Carillon serves',
  })
  @Holds('isPageUrl', pageUrlRule)
  @IsOptional()
  readonly confirmedUrl?: string | null;
}

export class CreateSignUpForm extends OptionalFields {
  @IsFormName readonly name!: string;
  @IsGroup readonly group!: string;
  @IsTitle readonly title!: string;
  @IsWording readonly wording!: string;
}

@ObjectSchema({ minProperties: 1 })
export class UpdateSignUpForm extends OptionalFields {
  @IsFormName
  @OptionalNotNull()
  readonly name?: string;

  @IsGroup
  @OptionalNotNull()
  readonly group?: string;

  @IsTitle
  @OptionalNotNull()
  readonly title?: string;

  @IsWording
  @OptionalNotNull()
  readonly wording?: string;
}

/** The settings of a new form. */
export function toSettings(input: CreateSignUpForm): SignUpFormSettings {
  const { group: groupId, fields = [], language = languages[0], ...given } = input;
  const none = { text: null, button: null, subject: null, html: null, plainText: null };
  const pages = { requestedUrl: null, confirmedUrl: null };
  return { ...none, ...pages, ...given, groupId, language, fields: fields.map(toField) };
}

/** The given fields. */
export function toChanges(
  input: UpdateSignUpForm,
): Omit<Payload<'sign-up.update-form'>, 'userId' | 'id' | 'by'> {
  const { group, fields, ...given } = input;
  return {
    ...given,
    ...(group !== undefined && { groupId: group }),
    ...(fields !== undefined && { fields: fields.map(toField) }),
  };
}

function toField({
  attribute,
  label,
  required = false,
}: Omit<SignUpField, 'required'> & { required?: boolean }): SignUpField {
  return { attribute, label, required };
}
