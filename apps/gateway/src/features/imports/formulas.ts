import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { OptionalNotNull } from '../../http/input/rule';
import { formulaModes } from './downloads';

/** A parameter that says what happens to cells of CSV that a spreadsheet would run. */
export const IsFormulas = applyDecorators(
  ApiProperty({
    description:
      'escape: CSV cells that spreadsheets take for formulas begin with an apostrophe; absent: keep them as they are',
  }),
  IsIn(formulaModes),
  OptionalNotNull(),
);
