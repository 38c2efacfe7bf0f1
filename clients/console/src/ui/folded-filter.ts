import { folded } from '@carillon/input/fold';
import type { ComboboxItem, ComboboxParsedItem, OptionsFilter } from '@mantine/core';

/**
 * Options whose label contains the typed text, regardless of case and accents. Under a heading, it is the same, and a
 * heading without options is left out.
 */
export const byFoldedLabel: OptionsFilter = ({ options, search, limit }) => {
  const wanted = folded(search.trim());
  const isFound = ({ label }: ComboboxItem): boolean => folded(label).includes(wanted);
  let left = limit;
  const taken = (items: readonly ComboboxItem[]): ComboboxItem[] => {
    const found = items.filter(isFound).slice(0, left);
    left -= found.length;
    return found;
  };
  return options.flatMap((option): ComboboxParsedItem[] => {
    if (!('group' in option)) return taken([option]);
    const items = taken(option.items);
    return items.length > 0 ? [{ ...option, items }] : [];
  });
};
