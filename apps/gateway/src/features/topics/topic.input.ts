import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean } from 'class-validator';
import { IsAddress, IsAddressFilter, IsChannel } from '../../http/input/channel';
import { ObjectSchema } from '../../http/input/input-schema';
import { Holds, IsListOf, OptionalNotNull } from '../../http/input/rule';
import { IsId, IsText, LINE_PATTERN, textRule } from '../../http/input/texts';
import { PageQuery } from '../../http/paging/page-query';

const MAX_DESCRIPTION = 300;
const MAX_LIFTED = 1000;

const IsName = applyDecorators(
  ApiProperty({ description: 'The name that people see', examples: ['Offers'] }),
  IsText({ max: 60 }),
);

const description = textRule({ max: MAX_DESCRIPTION });
/** One line, which can be empty. */
const descriptionRule = {
  schema: { type: 'string', maxLength: MAX_DESCRIPTION, pattern: LINE_PATTERN } as const,
  issues: (value: unknown) => (value === '' ? [] : description.issues(value, {})),
};
const IsDescription = applyDecorators(
  ApiProperty({
    description: 'The explanation that people see. Empty: none',
    examples: ['Discounts and sales, about twice a month'],
  }),
  Holds('isDescription', descriptionRule),
  OptionalNotNull(),
);

export class CreateTopic {
  @IsName readonly name!: string;
  @IsDescription readonly description?: string;
}

@ObjectSchema({ minProperties: 1 })
export class UpdateTopic {
  @IsName
  @OptionalNotNull()
  readonly name?: string;

  @IsDescription readonly description?: string;
}

export class OptOutsQuery extends PageQuery {
  @ApiProperty({ description: 'Only the opt-outs of the person with this email address or phone number' })
  @IsAddressFilter('channel')
  @OptionalNotNull()
  readonly identifier?: string;
}

export class AddOptOut {
  @IsChannel() readonly channel!: string;
  @IsAddress('channel') readonly identifier!: string;
}

export class LiftOptOuts {
  @IsListOf(IsId, MAX_LIFTED) readonly optOutIds!: string[];

  @ApiProperty({ description: 'Whether the people have agreed again; also lifts their own opt-outs' })
  @IsBoolean()
  @OptionalNotNull()
  readonly confirmConsent?: boolean;
}
