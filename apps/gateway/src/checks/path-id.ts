import { AppError, type ErrorCode, isId } from '@carillon/contracts';
import type { PipeTransform } from '@nestjs/common';
import type { TSchema } from '@sinclair/typebox';
import { id } from './scalars';

/** What there may be or not. */
export type Noun = Extract<ErrorCode, `${string}_not_found`> extends `${infer N}_not_found` ? N : never;

/** What ids of a kind look like. */
export interface IdForm {
  schema: TSchema;
  fits(id: string): boolean;
}

const ours: IdForm = { schema: id.schema, fits: isId };

/** A path names what exists or not: an id that can be none names nothing, like any unknown one. */
export class Existing implements PipeTransform<string, string> {
  readonly missing: ErrorCode;

  constructor(
    noun: Noun,
    readonly form: IdForm,
  ) {
    this.missing = `${noun}_not_found`;
  }

  transform(id: string): string {
    if (!this.form.fits(id)) throw new AppError(this.missing);
    return id;
  }
}

export const existing = (noun: Noun, form = ours): Existing => new Existing(noun, form);
