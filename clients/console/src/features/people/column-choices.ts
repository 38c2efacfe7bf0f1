import { type GuessedColumn, type ValueForm, formsOf, guessColumn, typedValue } from '@carillon/input';
import type { Schemas } from '@carillon/sdk';

export { formsOf };

export const columnTypes = ['text', 'number', 'boolean', 'date', 'list'] as const;
export const columnRules = ['keep', 'fill', 'overwrite'] as const;
type ColumnType = (typeof columnTypes)[number];
/** The values of a column with consents that mean an opt-out of a channel. */
export type OptedOut = NonNullable<Schemas['ImportMapping']['options'][string]['optedOut']>;

/** How to read a column with data of people. */
export interface ColumnChoice {
  /** Absent: as text. */
  type?: ColumnType;
  form?: ValueForm;
  /** What happens to values that people have. Absent: the rule of the file. */
  rule?: (typeof columnRules)[number];
  /** The column contains consents. If it has values of people who opted out, it isn't stored. */
  optedOut?: OptedOut;
  /** The attribute has this type already. */
  isDeclared?: boolean;
  /** The number of shown values that don't have the type. */
  misfits?: number;
}
export type ColumnChoices = Readonly<Partial<Record<string, ColumnChoice>>>;

/** The number of rows from which types are guessed. */
export const SAMPLE = 200;

/**
 * The probable type of each column: that of its attribute, or that of its values. A column of plain digits can contain
 * codes, so it stays text.
 * @param valuesOf the first values of a column
 */
export function probableChoices(
  columns: readonly string[],
  valuesOf: (column: string) => readonly string[],
  attributes: readonly Pick<Schemas['Attribute'], 'name' | 'type'>[],
): ColumnChoices {
  return Object.fromEntries(
    columns.map((column): [string, ColumnChoice] => {
      const values = valuesOf(column);
      const guess = guessColumn(values);
      const type = attributes.find(({ name }) => name === column)?.type ?? null;
      if (type !== null) return [column, { type, ...formFor(type, guess), isDeclared: true }];
      const isLikely =
        guess.type === 'date' || (guess.type === 'number' && values.some((each) => /\d[.,]\d/.test(each)));
      return [column, isLikely ? { type: guess.type, ...formFor(guess.type, guess) } : {}];
    }),
  );
}

function formFor(type: ColumnType, guess: GuessedColumn): { form?: ValueForm } {
  const forms = formsOf(type);
  const form = forms.find((each) => each === guess.form) ?? forms[0];
  return form ? { form } : {};
}

/** The choices with the number of first values that don't have the chosen type. */
export function withMisfits(
  choices: ColumnChoices,
  valuesOf: (column: string) => readonly string[],
): ColumnChoices {
  return Object.fromEntries(
    Object.entries(choices).map(([column, choice = {}]) => {
      const { type, form } = choice;
      const misfits = type
        ? valuesOf(column).filter((each) => each.trim() !== '' && typedValue(each, type, form) === undefined)
        : [];
      return [column, { ...choice, misfits: misfits.length }];
    }),
  );
}

/** The choices in the form of the API; undefined: none differs from the rule of the file. */
export function columnsQuery(choices: ColumnChoices): string | undefined {
  const options = columnOptions(choices);
  return Object.keys(options).length === 0 ? undefined : JSON.stringify(options);
}

/** The options of columns that have any. A column with consents has no others. */
export function columnOptions(choices: ColumnChoices): Schemas['ImportMapping']['options'] {
  type Options = Schemas['ImportMapping']['options'];
  const chosen = Object.entries(choices).flatMap(([column, choice = {}]): [string, Options[string]][] => {
    const { type, form, rule, optedOut } = choice;
    if (optedOut && optedOut.values.length > 0) return [[column, { optedOut }]];
    if (type === undefined && rule === undefined) return [];
    return [[column, { ...(type && { type }), ...(form && { form }), ...(rule && { rule }) }]];
  });
  return Object.fromEntries(chosen);
}
