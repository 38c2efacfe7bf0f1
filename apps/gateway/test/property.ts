import type { FieldError } from '@carillon/contracts';
import { applyDecorators } from '@nestjs/common';
import { issuesAs } from '../src/http/input/input-class';

/** The errors of a value of a property with these decorators, named relative to the value. */
export function issuesOfProperty(...decorators: PropertyDecorator[]): (value: unknown) => FieldError[] {
  class Input extends Object {}
  applyDecorators(...decorators)(Input.prototype, 'it');
  return (value) =>
    issuesAs(Input, value === undefined ? {} : { it: value }).map(({ field, ...rest }) => {
      return { ...rest, field: field.replace(/^it\.?/, '') };
    });
}
