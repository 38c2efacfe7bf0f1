import { AMOUNT_PATTERN, MAX_REFERENCE_LENGTH, currencies } from '@carillon/contracts';
import { issue } from '@carillon/input';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { Holds, OptionalNotNull, RequiredUnless, stringRule } from '../../http/input/rule';
import { IsText, textRule } from '../../http/input/texts';
import { IsInstant } from '../../http/input/time';

const MAX_TOKEN_LENGTH = 100;
const form = new RegExp(AMOUNT_PATTERN);
export const amountRule = stringRule({ pattern: AMOUNT_PATTERN, examples: ['49.90'] }, (text) =>
  form.test(text)
    ? []
    : issue(
        'not_allowed',
        'Must be a decimal number, such as 49.90, with up to 12 digits before the point and 4 after it',
      ),
);

export const referenceRule = textRule({ max: MAX_REFERENCE_LENGTH });

export class RecordConversion {
  @ApiProperty({
    description: 'The value of the parameter `carillon_click` with which the visitor arrived',
    examples: ['A2Vg8KGyw9Tl9qe4yWmlY4AyW2H0uQZ3k0lGdQbX'],
  })
  @IsText({ max: MAX_TOKEN_LENGTH })
  readonly click!: string;

  @ApiProperty({ description: 'What you call the order. It counts once', examples: ['order-1042'] })
  @Holds('isText', referenceRule)
  readonly reference!: string;

  @ApiProperty({ description: 'The value of the order, as text, because numbers are not exact' })
  @Holds('isAmount', amountRule)
  @RequiredUnless(
    ({ currency }: RecordConversion) => currency === undefined,
    'Required with a currency',
    'optional',
  )
  readonly value?: string;

  @ApiProperty({ description: 'The currency of the value (ISO 4217)', example: 'EUR' })
  @IsIn(currencies)
  @RequiredUnless(({ value }: RecordConversion) => value === undefined, 'Required with a value', 'optional')
  readonly currency?: string;

  @ApiProperty({ description: 'When the person ordered. The default is now' })
  @IsInstant()
  @OptionalNotNull()
  readonly occurredAt?: string;
}

const known = new Set(currencies);

export function isCurrency(code: string): boolean {
  return known.has(code);
}
