import type { Channel, Payload } from '@carillon/contracts';
import {
  type AttributeValue,
  attributeIssues,
  contactLimits,
  contactReaders,
  extraDataLimits,
  isRecord,
} from '@carillon/input';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsOptional, type ValidationOptions } from 'class-validator';
import { IsAddressFilter, addressRule, canonical } from '../../http/input/channel';
import { ObjectSchema } from '../../http/input/input-schema';
import {
  AllowedIf,
  Holds,
  IsListOf,
  type JsonSchema,
  OptionalNotNull,
  type Rule,
  stringRule,
} from '../../http/input/rule';
import { IsId, IsText, LINE_PATTERN } from '../../http/input/texts';
import { PageQuery } from '../../http/paging/page-query';

/** The maximum number of addresses of a person on a channel. */
const MOST_ADDRESSES = 15;

/** Addresses of a channel, the preferred one first. */
function IsAddressesOf(channel: Channel, example: string): PropertyDecorator {
  const { schema, ...rule } = addressRule(() => channel);
  const ofChannel = { ...rule, schema: { ...schema, examples: [example] } };
  const isAddress = (options: ValidationOptions) => Holds('isAddress', ofChannel, options);
  return applyDecorators(
    ApiProperty({ description: 'The preferred address first', examples: [[example]] }),
    IsListOf(isAddress, MOST_ADDRESSES, { min: 0 }),
    OptionalNotNull(),
  );
}

/** A text that one of the readers of `libs/input` accepts. */
function contactRule(name: keyof typeof contactReaders, schema: JsonSchema): Rule {
  return stringRule(schema, (text) => {
    const read = contactReaders[name](text);
    return typeof read === 'string' ? [] : read;
  });
}

/** A field of a person. Null removes its value. */
const IsContactField = (
  name: keyof typeof contactReaders,
  schema: JsonSchema,
  description: string,
): PropertyDecorator =>
  applyDecorators(ApiProperty({ description }), Holds(`is_${name}`, contactRule(name, schema)), IsOptional());

const externalIdSchema = { minLength: 1, maxLength: contactLimits.externalId, pattern: LINE_PATTERN };
const text = { type: 'string', pattern: LINE_PATTERN };
const attributesSchema: JsonSchema = {
  $id: 'Attributes',
  type: 'object',
  additionalProperties: {
    anyOf: [
      text,
      { type: 'number' },
      { type: 'boolean' },
      { type: 'array', items: { ...text, maxLength: contactLimits.listed }, maxItems: contactLimits.list },
      { type: 'null' },
    ],
  },
  propertyNames: { ...text, minLength: 1, maxLength: extraDataLimits.key },
  maxProperties: extraDataLimits.keys,
  description:
    'Values that fill placeholders: texts, numbers, booleans, and lists of texts, at most 16 KiB as JSON. Null removes an attribute',
  examples: [{ city: 'Oslo', visits: 3, interests: ['choir'] }],
};

/** Attributes, where null removes one. */
const attributesRule = {
  schema: attributesSchema,
  issues: (value: unknown) =>
    attributeIssues(
      isRecord(value) ? Object.fromEntries(Object.entries(value).filter(([, each]) => each !== null)) : value,
    ),
};

export class PeopleQuery extends PageQuery {
  @ApiProperty({ description: 'Only the person with this email address or phone number' })
  @IsAddressFilter('channel')
  @OptionalNotNull()
  readonly identifier?: string;

  @ApiProperty({ description: 'Only the person with this ID in your own system' })
  @Holds('isExternalId', contactRule('externalId', externalIdSchema))
  @OptionalNotNull()
  readonly externalId?: string;

  @ApiProperty({
    description:
      'Only people whose name, address, or external ID has words that begin like these, at most 100. Not with `identifier` or `externalId`',
    examples: ['smith'],
  })
  @AllowedIf(
    ({ identifier, externalId }: PeopleQuery) => identifier === undefined && externalId === undefined,
    'Not allowed with identifier or externalId',
  )
  @IsText({ max: contactLimits.externalId })
  @OptionalNotNull()
  readonly search?: string;
}

@ObjectSchema({ minProperties: 1 })
export class PersonFields {
  @IsAddressesOf('EMAIL', 'ann@example.com') readonly email?: string[];
  @IsAddressesOf('SMS', '+4915112345678') readonly phone?: string[];
  @IsAddressesOf('WHATSAPP', '+4915112345678') readonly whatsapp?: string[];

  @IsContactField(
    'externalId',
    { ...externalIdSchema, examples: ['customer-1042'] },
    'The ID in your own system, unique in the account. Null removes it',
  )
  readonly externalId?: string | null;

  @Holds('isAttributes', attributesRule)
  @OptionalNotNull()
  readonly attributes?: Record<string, AttributeValue | null>;

  @IsContactField('locale', { examples: ['de-DE'] }, 'The language as a BCP 47 tag. Null removes it')
  readonly locale?: string | null;

  @IsContactField('timeZone', { examples: ['Europe/Berlin'] }, 'The IANA time zone. Null removes it')
  readonly timeZone?: string | null;

  @IsContactField('country', { examples: ['DE'] }, 'The ISO 3166-1 alpha-2 country. Null removes it')
  readonly country?: string | null;
}

export class MergePerson {
  @ApiProperty({ description: 'The person to merge. This person is removed' })
  @IsId()
  readonly personId!: string;
}

/** The addresses and values of the input, in canonical form. */
export function toPersonChanges(input: PersonFields): Omit<Payload<'person.update'>, 'userId' | 'id'> {
  const given = { EMAIL: input.email, SMS: input.phone, WHATSAPP: input.whatsapp };
  const addresses = Object.fromEntries(
    Object.entries(given).flatMap(([channel, raw]) =>
      raw ? [[channel, [...new Set(raw.map((each) => canonical(channel as Channel, each)))]]] : [],
    ),
  );
  const { externalId, locale, timeZone, country, attributes } = input;
  return {
    ...(Object.keys(addresses).length > 0 && { addresses }),
    ...(externalId !== undefined && { externalId }),
    ...(locale !== undefined && { locale: read('locale', locale) }),
    ...(timeZone !== undefined && { timeZone: read('timeZone', timeZone) }),
    ...(country !== undefined && { country: read('country', country) }),
    ...(attributes !== undefined && { attributes }),
  };
}

/** The canonical form of a checked value. */
function read(name: keyof typeof contactReaders, value: string | null): string | null {
  if (value === null) return null;
  const form = contactReaders[name](value);
  return typeof form === 'string' ? form : null;
}
