import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ObjectSchema } from '../../http/input/input-schema';
import { Holds, OptionalNotNull } from '../../http/input/rule';
import { IsText, LINE_PATTERN, textRule } from '../../http/input/texts';

const MAX_DESCRIPTION = 300;

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
