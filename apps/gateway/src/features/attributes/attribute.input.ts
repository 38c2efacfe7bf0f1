import { type AttributeType, attributeTypes } from '@carillon/contracts';
import { isLongerThan, issue, unfitCharacters } from '@carillon/input';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { ObjectSchema } from '../../http/input/input-schema';
import { Holds, OptionalNotNull, stringRule } from '../../http/input/rule';
import { IsText, LINE_PATTERN } from '../../http/input/texts';
import { nameRule } from './attribute-name';

const MAX_SEARCH = 128;

const searchRule = stringRule({ maxLength: MAX_SEARCH, pattern: LINE_PATTERN, examples: ['Os'] }, (text) =>
  isLongerThan(text, MAX_SEARCH)
    ? issue('too_long', `Must have at most ${MAX_SEARCH} characters`)
    : unfitCharacters(text),
);

@ObjectSchema({ minProperties: 1 })
export class UpdateAttribute {
  @ApiProperty({ description: 'The new name. All people get it in the background' })
  @Holds('isAttributeName', nameRule)
  @OptionalNotNull()
  readonly name?: string;

  @ApiProperty({
    description:
      'The type. Stored values are converted in the background. A value that does not have the type stays text. Null removes the type, and changes no value',
    examples: ['date'],
  })
  @IsIn(attributeTypes)
  @IsOptional()
  readonly type?: AttributeType | null;

  @ApiProperty({ description: 'The name that people see. Null removes it', examples: ['Date of birth'] })
  @IsText({ max: 100 })
  @IsOptional()
  readonly label?: string | null;
}

export class ValuesQuery {
  @ApiProperty({ description: 'The beginning of the values, in any letter case. Absent: any value' })
  @Holds('isSearch', searchRule)
  @OptionalNotNull()
  readonly search?: string;
}
