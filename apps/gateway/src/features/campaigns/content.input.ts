import {
  type CampaignContent,
  type CampaignUtm,
  type Channel,
  type ContentChanges,
  type Engine,
  type WrittenContentChanges,
  channelRow,
  channels,
  contentOf,
  eachChannel,
  engines,
} from '@carillon/contracts';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsBoolean, IsIn, IsObject, IsOptional, ValidateNested } from 'class-validator';
import { IsMailbox, canonical } from '../../http/input/channel';
import { Holds, OptionalNotNull, RequiredUnless } from '../../http/input/rule';
import { IsText } from '../../http/input/texts';
import { IsUtmValue } from '../../http/input/utm';
import { AreTranslations, type TranslationsInput, toTranslations } from './translation.input';
import { type RequestedTemplate, templateIdRule, toTemplate, variablesRule } from './whatsapp-template.input';

/** A message that WhatsApp has approved, and the values of its variables. */
class WhatsappTemplateInput implements RequestedTemplate {
  @Holds('isTemplateId', templateIdRule) readonly contentSid!: string;

  @Holds('isVariables', variablesRule)
  @OptionalNotNull()
  readonly variables?: Readonly<Record<string, string>>;
}

/** The UTM parameters of one campaign. An omitted value is the account's. */
class UtmInput {
  @ApiProperty({ description: 'Whether the links of the email get the parameters' })
  @IsBoolean()
  readonly isOn!: boolean;

  @ApiProperty({ description: 'The value of `utm_source`' })
  @IsOptional()
  @IsUtmValue()
  readonly source?: string | null;

  @ApiProperty({ description: 'The value of `utm_medium`' })
  @IsOptional()
  @IsUtmValue()
  readonly medium?: string | null;

  @ApiProperty({ description: 'The value of `utm_campaign`', examples: ['spring-2026'] })
  @IsOptional()
  @IsUtmValue()
  readonly campaign?: string | null;
}

function toUtm({ isOn, source = null, medium = null, campaign = null }: UtmInput): CampaignUtm {
  return { isOn, source, medium, campaign };
}

/** The body field that contains a channel's message: `emailMessage` and so on. */
const fields = eachChannel((channel) => `${channelRow(channel).name}Message` as const);

const IsTemplate = applyDecorators(
  ApiProperty({
    description: 'A template that WhatsApp has approved, for recipients whose service window is closed',
  }),
  IsOptional(),
  // Otherwise, an array of templates would be accepted.
  IsObject(),
  ValidateNested(),
  Type(() => WhatsappTemplateInput),
);

const IsUtm = applyDecorators(
  ApiProperty({
    description:
      'The UTM parameters of the links in the email, by default those of the account. An omitted value is the value of the account',
  }),
  IsOptional(),
  IsObject(),
  ValidateNested(),
  Type(() => UtmInput),
);

/** A schema that requires at least one of these fields. */
export const atLeastOneMessage = [
  ...channels.map((channel) => isGiven(fields[channel])),
  isGiven('whatsappTemplate'),
];

function isGiven(field: string): object {
  return { required: [field], properties: { [field]: { not: { type: 'null' } } } };
}

const placeholders = '`{{key}}` and `{{key|fallback}}` are replaced with values from `extraData`';

/** A text of the email. Null removes it. */
const IsEmailText = (description: string, example: string, max = 255) =>
  applyDecorators(ApiProperty({ description, examples: [example] }), IsOptional(), IsText({ max }));

const IsEngine = applyDecorators(
  ApiProperty({
    description:
      'The language of the texts: `simple` for placeholders (in new campaigns), or `liquid` for conditions, loops, and filters',
    enum: engines,
    examples: ['liquid'],
  }),
  OptionalNotNull(),
  IsIn(engines),
);

/** The content fields that have the same name and type in commands. */
const plainFields = [
  'subject',
  'preheader',
  'fromName',
  'replyTo',
  'shouldRemoveWatermark',
  'engine',
] as const;

/** The content of a campaign. Each field is optional. The messages, one field per channel, are added below. */
abstract class ContentInput implements Partial<Pick<WrittenContentChanges, (typeof plainFields)[number]>> {
  @IsEmailText(
    `The subject of the email, by default the name of the campaign; ${placeholders}`,
    'Spring concert',
  )
  readonly subject?: string | null;

  @IsEmailText(
    `The preview text that email clients show beside the subject; ${placeholders}`,
    'Two tickets for the price of one',
  )
  readonly preheader?: string | null;

  @IsEmailText('The name in the From field, by default the name from the sender', 'Ann of Carillon', 100)
  readonly fromName?: string | null;

  @ApiProperty({
    description: 'The address for replies, by default the address from the sender',
    examples: ['ann@example.com'],
  })
  @IsOptional()
  @IsMailbox()
  readonly replyTo?: string | null;

  @IsTemplate readonly whatsappTemplate?: WhatsappTemplateInput | null;

  @ApiProperty({ description: 'Omits the watermark from emails; takes effect on the plan UPGRADED' })
  @OptionalNotNull()
  @IsBoolean()
  readonly shouldRemoveWatermark?: boolean;

  @IsUtm readonly utm?: UtmInput | null;

  @IsEngine readonly engine?: Engine;

  /** Returns only the given fields. */
  changes(): WrittenContentChanges {
    return this.texts();
  }

  /** Returns the given fields without the translations, whose emails may have to be made. The other fields are empty. */
  content(): CampaignContent {
    return contentOf(this.texts());
  }

  private texts(): ContentChanges {
    const present = channels.filter((channel) => Object.hasOwn(this, fields[channel]));
    const plain = plainFields.filter((field) => this[field] !== undefined);
    const { whatsappTemplate: template, utm } = this;
    return {
      ...Object.fromEntries(plain.map((field) => [field, this[field]])),
      ...(this.replyTo && { replyTo: canonical('EMAIL', this.replyTo) }),
      bodies: Object.fromEntries(present.map((channel) => [channel, messageIn(this, channel)])),
      ...(utm !== undefined && { utm: utm && toUtm(utm) }),
      ...(template !== undefined && { whatsappTemplate: template && toTemplate(template) }),
    };
  }
}

/** The content of a campaign with at least one message. */
export class CompleteContent extends ContentInput {}

/** The content of a draft, with or without messages. In a change, null removes a text or a message. */
export class DraftContent extends ContentInput {
  @AreTranslations readonly translations?: TranslationsInput;

  override changes(): WrittenContentChanges {
    return { ...super.changes(), ...this.translated() };
  }

  /** The given translations. */
  translated(): Pick<WrittenContentChanges, 'translations'> {
    const { translations } = this;
    return translations ? { translations: toTranslations(translations) } : {};
  }
}

const notes: Record<Channel, { description: string; examples: string[] }> = {
  EMAIL: {
    description: `The HTML of the email; ${placeholders}`,
    examples: ['<p>Hello {{name|friend}}!</p>'],
  },
  WHATSAPP: {
    description: `The WhatsApp message, with WhatsApp formatting; ${placeholders}`,
    examples: ['*Hello* {{name|friend}}!'],
  },
  SMS: { description: `The SMS; ${placeholders}`, examples: ['Hello {{name|friend}}!'] },
};
const needed = `At least one of ${[...Object.values(fields), 'whatsappTemplate'].join(', ')} is required`;

for (const [index, channel] of channels.entries()) {
  const isMessage = applyDecorators(
    ApiProperty(notes[channel]),
    IsText({ max: channelRow(channel).maxBody, lines: true }),
  );
  // Each message can be absent or null, but not all of them. In that case, the first one is reported as required.
  const mayBeAbsent = index === 0 ? RequiredUnless(hasMessage, needed, 'nullable') : IsOptional();
  applyDecorators(mayBeAbsent, isMessage)(CompleteContent.prototype, fields[channel]);
  applyDecorators(IsOptional(), isMessage)(DraftContent.prototype, fields[channel]);
}

function hasMessage(owner: object): boolean {
  const template: unknown = Reflect.get(owner, 'whatsappTemplate') ?? null;
  return template !== null || channels.some((channel) => messageIn(owner, channel) !== null);
}

function messageIn(owner: object, channel: Channel): string | null {
  return (Reflect.get(owner, fields[channel]) as string | null | undefined) ?? null;
}
