import type { TSchema } from '@sinclair/typebox';
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler';

const compiled = new WeakMap<TSchema, TypeCheck<TSchema>>();

function compile(schema: TSchema): TypeCheck<TSchema> {
  let check = compiled.get(schema);
  if (!check) {
    check = TypeCompiler.Compile(schema);
    compiled.set(schema, check);
  }
  return check;
}

/**
 * Why a value does not match its schema: the `path` and the expectation there, never the value itself. Null: it
 * matches.
 */
export function misfit(schema: TSchema, value: unknown): string | null {
  const check = compile(schema);
  if (check.Check(value)) return null;
  const first = check.Errors(value).First();
  return first ? `${first.path || '/'}: ${first.message}` : 'does not match';
}
