import { AppError, type ErrorCode, readDeliveryId } from '@carillon/contracts';
import { issue } from '@carillon/input';
import type { PipeTransform } from '@nestjs/common';
import { type Rule, stringRule } from './rule';
import { idRule } from './texts';

/** Kinds of objects that may be missing. */
export type Noun = Extract<ErrorCode, `${string}_not_found`> extends `${infer N}_not_found` ? N : never;

/** Checks an ID in a path. An invalid ID gets the same response as an unknown ID. */
export class Existing implements PipeTransform<string, string> {
  readonly missing: ErrorCode;

  constructor(
    noun: Noun,
    readonly form: Rule,
  ) {
    this.missing = `${noun}_not_found`;
  }

  transform(id: string): string {
    if (this.form.issues(id, {}).length > 0) throw new AppError(this.missing);
    return id;
  }
}

export const existing = (noun: Noun, form: Rule = idRule): Existing => new Existing(noun, form);

/** The ID of a delivery has its own form, which is opaque to clients. */
export const existingDelivery = existing(
  'delivery',
  stringRule({ minLength: 1, examples: ['6560f0a1b2c3d4e5f6a7b8c9-0000000001-0'] }, (id) =>
    readDeliveryId(id) ? [] : issue('invalid_id', 'No delivery has an ID of this form'),
  ),
);
