import {
  ATTACHMENT_BYTES,
  DESIGN_CHARACTERS,
  type DesignBlock,
  type FieldError,
  MAX_ATTACHMENTS,
  type MediaChannel,
  type WrittenDesign,
  type WrittenSource,
  columnWidths,
  designFonts,
  mediaLimits,
  socialNetworks,
} from '@carillon/contracts';
import { issue } from '@carillon/input';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { type Shape, hexColor, integer, listOf, objectOf, oneOf, variantOf } from '../../http/input/composed';
import { AllowedIf, Holds, IsListOf, OptionalNotNull, type Rule, stringRule } from '../../http/input/rule';
import { IsId, LINE_PATTERN, idRule, textRule } from '../../http/input/texts';

/** The most blocks of a design, with those in columns, and the characters of all their texts. */
const MAX_BLOCKS = 200;
const MAX_TEXT = 20_000;
const MAX_MJML = 400_000;
/** The highest version of a template or a layout. */
export const MAX_VERSION = 1_000_000_000;

/** A text that can be empty, because the blocks of a draft are filled one after another. */
function possiblyEmpty(rule: Rule, schema: object): Rule {
  return {
    schema: { type: 'string', ...schema },
    issues: (value, input) => (value === '' ? [] : rule.issues(value, input)),
  };
}

const html = stringRule({ maxLength: MAX_TEXT, examples: ['<p>Dear <b>{{name|friend}}</b>,</p>'] }, (text) =>
  text === '' ? [] : textRule({ max: MAX_TEXT, lines: true }).issues(text, {}),
);
const line = (max: number, example: string): Rule =>
  possiblyEmpty(textRule({ max }), { maxLength: max, pattern: LINE_PATTERN, examples: [example] });
const href = line(2_000, 'https://example.com/tickets');
const color = hexColor('#1d4ed8');
const align = oneOf(['left', 'center', 'right']);
const behind = { background: color };
/** Marks a block that shows the brand of the account. */
const brand = oneOf([true]);
/** Marks a text that the author hasn't changed yet, so that the checks find it. */
const sample = oneOf([true]);

const leaves: Record<string, Shape> = {
  heading: { required: { html }, optional: { level: oneOf([1, 2, 3]), sample, align, ...behind } },
  text: { required: { html }, optional: { brand, sample, align, ...behind } },
  image: {
    required: { src: href, alt: line(500, 'The choir on stage') },
    optional: { href, width: integer({ min: 16, max: 600 }), brand, align, ...behind },
  },
  button: { required: { label: line(200, 'Get tickets'), href }, optional: { align, ...behind } },
  divider: { optional: behind },
  spacer: { required: { height: integer({ min: 4, max: 200 }) }, optional: behind },
  social: {
    required: {
      links: listOf(objectOf({ required: { network: oneOf(socialNetworks), href } }), { max: 20 }),
    },
    optional: { brand, align, ...behind },
  },
};
const leaf = variantOf('type', leaves, { $id: 'DesignLeaf' });

const block = variantOf(
  'type',
  {
    ...leaves,
    columns: {
      required: {
        widths: oneOf(columnWidths),
        columns: listOf(listOf(leaf, { max: 50 }), { min: 2, max: 3 }),
      },
      optional: behind,
    },
    slot: {},
  },
  { $id: 'DesignBlock' },
);

const style = objectOf({
  optional: {
    ...Object.fromEntries(
      ['background', 'surface', 'text', 'link', 'button', 'buttonText'].map((name) => [name, color]),
    ),
    font: oneOf(designFonts),
  },
});

const blocks = listOf(block, { max: MAX_BLOCKS });

const layout = {
  version: integer({ min: 1, max: MAX_VERSION }),
  name: textRule({ max: 255 }),
  blocks,
};
/** A layout of the response, or only its ID, and a version. */
const writtenLayout = objectOf(
  { required: { id: idRule }, optional: { ...layout, style } },
  { dependentRequired: { blocks: ['version', 'name'] } },
);

const completeLayout = objectOf(
  { required: { id: idRule, ...layout }, optional: { style } },
  { $id: 'EmailLayout' },
);

const example = {
  blocks: [
    { type: 'heading', html: 'Spring concert' },
    { type: 'text', html: '<p>Dear {{name|friend}}, we sing again.</p>' },
    { type: 'button', label: 'Get tickets', href: 'https://example.com/tickets' },
  ],
};

/** The design of an email with its complete layout, as in responses. */
export const designSchema = objectOf(
  {
    required: { blocks },
    optional: { style, layout: completeLayout },
  },
  { $id: 'EmailDesign', examples: [example] },
).schema;

const design = objectOf(
  { required: { blocks }, optional: { style, layout: writtenLayout } },
  { $id: 'EmailDesignInput', examples: [example] },
);

export const designRule: Rule = {
  schema: design.schema,
  issues: (value, input) => {
    const issues = design.issues(value, input);
    if (issues.length > 0) return issues;
    const written = value as WrittenDesign;
    const wrong = [
      ...tooMany(written.blocks, 'blocks'),
      ...tooMany(written.layout?.blocks ?? [], 'layout.blocks'),
      ...(written.layout ? incomplete(written.layout) : []),
    ];
    if (wrong.length > 0) return wrong;
    const isLong = JSON.stringify(value).length > DESIGN_CHARACTERS;
    return isLong ? issue('too_big', `Must have at most ${DESIGN_CHARACTERS} characters as JSON`) : [];
  },
};

function tooMany(given: readonly DesignBlock[], field: string): FieldError[] {
  const count = given.reduce(
    (sum, each) => sum + (each.type === 'columns' ? 1 + each.columns.flat().length : 1),
    0,
  );
  return count > MAX_BLOCKS ? issue('too_many', `Must have at most ${MAX_BLOCKS} blocks`, field) : [];
}

/** What a copy of a layout lacks: its blocks are those of a version. */
function incomplete(given: NonNullable<WrittenDesign['layout']>): FieldError[] {
  if (given.blocks === undefined) return [];
  return (['version', 'name'] as const).flatMap((field) =>
    given[field] === undefined ? issue('required', 'Required with blocks', `layout.${field}`) : [],
  );
}

/** What an email can be made from. */
interface SourceInput {
  readonly emailMessage?: string | null;
  readonly emailDesign?: WrittenDesign | null;
  readonly emailMjml?: string | null;
}

const ONLY_ONE = 'Only one of emailMessage, emailDesign, and emailMjml is allowed';

function hasOneSource({ emailMessage, emailDesign, emailMjml }: SourceInput): boolean {
  return [emailMessage, emailDesign, emailMjml].filter((each) => (each ?? null) !== null).length < 2;
}

const isOnlySource = AllowedIf(hasOneSource, ONLY_ONE);

/** The error of an object with more than one source. */
export function onlyOneSource(input: SourceInput): FieldError[] {
  return hasOneSource(input) ? [] : issue('not_allowed', ONLY_ONE);
}

export const mjmlRule = textRule({ max: MAX_MJML, lines: true });

export const IsEmailDesign = applyDecorators(
  ApiProperty({
    description:
      'The email as blocks. Carillon makes its HTML, which replaces `emailMessage`. With a `layout`, the blocks are in its slot: name a layout by its `id`, and by its `version` unless you want the current one. Null separates the HTML from the design',
  }),
  IsOptional(),
  isOnlySource,
  Holds('isEmailDesign', designRule),
);

export const IsEmailMjml = applyDecorators(
  ApiProperty({
    description:
      'The email in MJML. Carillon makes its HTML, which replaces `emailMessage`. Null separates the HTML from the MJML',
    examples: [
      '<mjml><mj-body><mj-section><mj-column><mj-text>Hi</mj-text></mj-column></mj-section></mj-body></mjml>',
    ],
  }),
  IsOptional(),
  isOnlySource,
  Holds('isText', mjmlRule),
);

export const AreAttachments = applyDecorators(
  ApiProperty({
    description: `The uploaded files to attach to the email, by their IDs: at most ${MAX_ATTACHMENTS}, and ${ATTACHMENT_BYTES / 1e6} MB together. The list replaces all files`,
  }),
  OptionalNotNull(),
  IsListOf(IsId, MAX_ATTACHMENTS, { min: 0 }),
);

/** The picture, video, or document of a message. */
export const IsMedia = (channel: MediaChannel) =>
  applyDecorators(
    ApiProperty({
      description: `The uploaded file that the message shows, by its ID: ${Object.entries(
        mediaLimits[channel],
      )
        .map(([type, bytes]) => `${type} (${bytes / 1e6} MB)`)
        .join(', ')}. Null removes it`,
    }),
    IsOptional(),
    IsId(),
  );

/** The uploaded files of the messages. */
export interface FilesInput {
  readonly attachments?: string[];
  readonly whatsappMedia?: string | null;
  readonly smsMedia?: string | null;
}

/** The given files. An attachment counts once. */
export function attachedFiles({ attachments, whatsappMedia, smsMedia }: FilesInput) {
  const media = {
    ...(whatsappMedia !== undefined && { WHATSAPP: whatsappMedia }),
    ...(smsMedia !== undefined && { SMS: smsMedia }),
  };
  return {
    ...(attachments && { attachments: [...new Set(attachments)] }),
    ...(Object.keys(media).length > 0 && { media }),
  };
}

/** The given source. Null: a source was removed. Undefined: the request has none. */
export function toEmailSource({ emailDesign, emailMjml }: SourceInput): WrittenSource | null | undefined {
  if (emailDesign) return { kind: 'design', design: emailDesign };
  if (emailMjml != null) return { kind: 'mjml', mjml: emailMjml };
  return emailDesign === null || emailMjml === null ? null : undefined;
}
