import {
  type Payload,
  type Template,
  type TemplateKind,
  type WrittenDesign,
  contentOf,
  engineOf,
  templateKinds,
} from '@carillon/contracts';
import { issue } from '@carillon/input';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { mintId } from '../../http/idempotency/minting';
import { ObjectSchema } from '../../http/input/input-schema';
import { existing } from '../../http/input/path-id';
import { AllowedIf, IsIntWithin, OptionalNotNull, stringRule } from '../../http/input/rule';
import { IsText } from '../../http/input/texts';
import { PageQuery } from '../../http/paging/page-query';
import { type User, requestedBy } from '../../security/caller';
import {
  AreAttachments,
  DraftContent,
  IsEmailDesign,
  IsEmailMjml,
  IsMedia,
  MAX_VERSION,
  attachedFiles,
  toEmailSource,
} from '../campaigns';

const MAX_NAME = 255;
const MAX_SEARCH = 100;

const IsName = applyDecorators(
  ApiProperty({ description: 'The name, which is also the name of new drafts', examples: ['Newsletter'] }),
  IsText({ max: MAX_NAME }),
);

const IsKind = applyDecorators(
  ApiProperty({
    description:
      'CAMPAIGN: the messages of new campaigns. BLOCKS: blocks of an email, which the visual editor adds to designs. LAYOUT: what is around the blocks of emails. Default: CAMPAIGN',
  }),
  IsIn(templateKinds),
  OptionalNotNull(),
);

export class TemplatesQuery extends PageQuery {
  @IsKind readonly kind?: TemplateKind;

  @ApiProperty({
    description: 'A part of the name, regardless of letter case and accents',
    examples: ['news'],
  })
  @IsText({ max: MAX_SEARCH })
  @OptionalNotNull()
  readonly search?: string;
}

@ObjectSchema({
  examples: [
    { name: 'Newsletter', subject: 'News of {{month}}', emailMessage: '<p>Hello {{name|friend}}!</p>' },
  ],
})
export class CreateTemplate extends DraftContent {
  @IsKind readonly kind?: TemplateKind;

  @IsEmailDesign readonly emailDesign?: WrittenDesign | null;
  @IsEmailMjml readonly emailMjml?: string | null;
  @AreAttachments readonly attachments?: string[];
  @IsMedia('WHATSAPP') readonly whatsappMedia?: string | null;
  @IsMedia('SMS') readonly smsMedia?: string | null;
  @IsName readonly name!: string;
}

@ObjectSchema({
  minProperties: 1,
  allOf: [
    {
      if: { required: ['ifVersion'], properties: { ifVersion: { type: 'integer' } } },
      then: { minProperties: 2 },
    },
  ],
  examples: [{ subject: 'Summer news', smsMessage: null }],
})
export class UpdateTemplate extends DraftContent {
  @IsEmailDesign readonly emailDesign?: WrittenDesign | null;
  @IsEmailMjml readonly emailMjml?: string | null;
  @AreAttachments readonly attachments?: string[];
  @IsMedia('WHATSAPP') readonly whatsappMedia?: string | null;
  @IsMedia('SMS') readonly smsMedia?: string | null;

  @IsName
  @OptionalNotNull()
  readonly name?: string;

  @ApiProperty({
    description:
      'The `version` that was edited. If the template has another version now, the request is rejected',
  })
  @AllowedIf(
    (input: object) => Object.values(input).filter((value) => value !== undefined).length > 1,
    'Only allowed in a request that changes something',
  )
  @IsIntWithin({ min: 1, max: MAX_VERSION })
  @OptionalNotNull()
  readonly ifVersion?: number;
}

@ObjectSchema({ examples: [{ ifVersion: 3 }] })
export class RestoreTemplate {
  @ApiProperty({
    description:
      'The current `version` of the template. If the template has another version now, the request is rejected',
  })
  @IsIntWithin({ min: 1, max: MAX_VERSION })
  @OptionalNotNull()
  readonly ifVersion?: number;
}

/** The number of an earlier version in a path. */
export const existingVersion = existing(
  'template_version',
  stringRule({ pattern: '^[1-9]\\d{0,8}$', examples: ['2'] }, (version) =>
    /^[1-9]\d{0,8}$/.test(version) ? [] : issue('invalid_id', 'No version has this number'),
  ),
);

/** The command to create the requested template, with a new ID. */
export function toCreateTemplate(user: User, input: CreateTemplate): Payload<'template.create'> {
  const emailSource = toEmailSource(input);
  return {
    ...{ id: mintId(), userId: user.userId, by: requestedBy(user) },
    ...{ kind: input.kind ?? 'CAMPAIGN', name: input.name, content: input.content() },
    ...input.translated(),
    ...(emailSource && { emailSource }),
    ...attachedFiles(input),
  };
}

/** What a draft begins with. A layout is around an empty email. */
export function toDraft({
  id,
  kind,
  name,
  content,
  emailSource,
}: Template): Pick<Payload<'campaign.create-draft'>, 'name' | 'content' | 'emailSource'> {
  if (kind !== 'LAYOUT') return { name, content, ...(emailSource && { emailSource }) };
  return {
    ...{ name: '', content: contentOf({ engine: engineOf(content) }) },
    emailSource: { kind: 'design', design: { blocks: [], layout: { id } } },
  };
}

/** The command to change the given fields of a template. */
export function toUpdateTemplate(user: User, id: string, input: UpdateTemplate): Payload<'template.update'> {
  const { name, ifVersion } = input;
  const emailSource = toEmailSource(input);
  return {
    ...{ userId: user.userId, id, by: requestedBy(user), content: input.changes() },
    ...(emailSource !== undefined && { emailSource }),
    ...attachedFiles(input),
    ...(name !== undefined && { name }),
    ...(ifVersion !== undefined && { ifVersion }),
  };
}
