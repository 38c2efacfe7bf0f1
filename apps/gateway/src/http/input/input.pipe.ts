import { AppError, type FieldError } from '@carillon/contracts';
import { issue } from '@carillon/input';
import { type Type, ValidationPipe } from '@nestjs/common';
import { type ValidationError, type ValidatorOptions, validateSync } from 'class-validator';
import { issuesOf, propertiesOf, toInput, unknownFields, validation } from './input-class';
import { isNeverEmpty } from './input-schema';

type GivenValues = Readonly<Record<string, unknown>>;

/** The input as an object of its class, and its errors. The value is valid only without errors. */
interface CheckedInput {
  value: object;
  issues: FieldError[];
}

/**
 * Nest's pipe without the steps that JSON doesn't need and that would take several seconds with a large body. JSON has
 * no gaps and no binary data, for which Nest would read all metadata at each request, and parsing already rejects
 * prototype keys.
 */
class InputPipe extends ValidationPipe {
  constructor() {
    super({
      ...validation,
      transform: true,
      transformerPackage: {
        plainToInstance: (type, values) => toInput(type as Type<object>, values as GivenValues) as never,
        classToPlain: () => ({}),
      },
      exceptionFactory: (errors) => new AppError('validation_failed', undefined, issuesOf(errors)),
    });
  }

  protected override stripProtoKeys(): void {
    return;
  }

  protected override closeArrayGaps(): void {
    return;
  }

  protected override findNestedBinaryValues(): [] {
    return [];
  }

  protected override validate(input: object, options: ValidatorOptions): ValidationError[] {
    return validateSync(input, options);
  }
}

const pipe = new InputPipe();

/** Checks an object against a class: every property must follow its rules, and unknown properties are errors. */
export async function checkInput(type: Type<object>, values: GivenValues): Promise<CheckedInput> {
  const unknown = unknownFields(type, values);
  if (propertiesOf(type).size === 0) return { value: {}, issues: unknown };
  try {
    const value = (await pipe.transform(values, { type: 'body', metatype: type })) as object;
    const isEmpty = isNeverEmpty(type) && unknown.length === 0 && Object.keys(value).length === 0;
    const issues = isEmpty ? issue('required', 'Send at least one field to change') : unknown;
    return { value, issues };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { value: {}, issues: [...error.fields, ...unknown] };
  }
}
