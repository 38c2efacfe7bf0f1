import type { AttributeType } from '@carillon/contracts';
import { type AttributeValue, type ValueForm, dateText, typedValue, valueText } from '@carillon/input';
import type { StoredValue } from './person-document';

/** The declared types of attributes, by name. Attributes without a declared type are absent. */
export type AttributeTypes = ReadonlyMap<string, AttributeType>;

/** How a file writes the values of an attribute. */
export interface ValueColumn {
  type: AttributeType;
  form?: ValueForm | undefined;
}
export type ValueColumns = ReadonlyMap<string, ValueColumn>;

/** The value as it is stored for this type; as text if it doesn't fit. */
export function storedAs(value: StoredValue, type: AttributeType): { stored: StoredValue; fits: boolean } {
  const plain = value instanceof Date ? dateText(value) : value;
  const typed = typedValue(plain, type);
  if (typed === undefined) return { stored: valueText(plain), fits: false };
  return { stored: type === 'date' ? new Date(typed as string) : typed, fits: true };
}

/**
 * Converts values to the declared types of their attributes. `onMisfit` is called for each value that doesn't fit its
 * type, or the type of its column. Such a value stays text.
 */
export function typedAttributes(
  values: Readonly<Record<string, AttributeValue>>,
  types: AttributeTypes,
  { columns, onMisfit }: { columns?: ValueColumns | undefined; onMisfit?: (name: string) => void } = {},
): Record<string, StoredValue> {
  if (types.size === 0 && !columns) return values;
  return Object.fromEntries(
    Object.entries(values).map(([name, value]): [string, StoredValue] => {
      const column = columns?.get(name);
      const read = column ? typedValue(value, column.type, column.form) : value;
      const type = types.get(name) ?? column?.type;
      const { stored, fits } =
        read === undefined
          ? { stored: valueText(value), fits: false }
          : type
            ? storedAs(read, type)
            : { stored: read, fits: true };
      if (!fits) onMisfit?.(name);
      return [name, stored];
    }),
  );
}
