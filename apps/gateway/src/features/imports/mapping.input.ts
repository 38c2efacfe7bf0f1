import { type FieldError, mappedFields } from '@carillon/contracts';
import { isLongerThan, isRecord, issue, unfitCharacters, within } from '@carillon/input';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import {
  Holds,
  IsListOf,
  type JsonSchema,
  OptionalNotNull,
  type Rule,
  stringRule,
} from '../../http/input/rule';
import { type ColumnOptionsInput, columnsIssues, columnsSchema } from './column-options';

/** The limits of a remembered file: its columns, and the characters of a header. */
const MOST_COLUMNS = 200;
const LONGEST_HEADER = 200;
const everybody = ['email', 'whatsapp', 'sms'] as const;

const headerRule: Rule = stringRule({ maxLength: LONGEST_HEADER, examples: ['E-Mail'] }, (text) =>
  isLongerThan(text, LONGEST_HEADER)
    ? issue('too_long', `Can have at most ${LONGEST_HEADER} characters`)
    : unfitCharacters(text),
);

const fieldsSchema: JsonSchema = {
  $id: 'ImportMappingFields',
  type: 'object',
  additionalProperties: false,
  properties: Object.fromEntries(mappedFields.map((name) => [name, headerRule.schema])),
  examples: [{ email: 'E-Mail', phone: 'Handy' }],
};

const fieldsRule: Rule = {
  schema: fieldsSchema,
  issues: (value): FieldError[] => {
    if (!isRecord(value)) return issue('wrong_type', 'Must be an object');
    return Object.entries(value).flatMap(([name, column]) =>
      mappedFields.some((each) => each === name)
        ? within(name, headerRule.issues(column, {}))
        : issue('unknown_field', 'Unknown field', name),
    );
  },
};

export class SaveImportMapping {
  @ApiProperty({
    description: 'The headers of the file. Their order does not matter',
    examples: [['E-Mail', 'Handy']],
  })
  @IsListOf((options) => Holds('isHeader', headerRule, options), MOST_COLUMNS)
  readonly columns!: string[];

  @ApiProperty({ description: 'The column of each field' })
  @Holds('isFields', fieldsRule)
  readonly fields!: Record<string, string>;

  @ApiProperty({ description: 'The channel of all rows, if no column contains it' })
  @IsIn(everybody)
  @OptionalNotNull()
  readonly everybody?: (typeof everybody)[number];

  @ApiProperty({ description: 'How to read other columns, as in `columns` of an import' })
  @Holds('isOptions', { schema: columnsSchema, issues: (value) => columnsIssues(value) })
  @OptionalNotNull()
  readonly options?: ColumnOptionsInput;
}
