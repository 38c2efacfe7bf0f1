import { folded } from '@carillon/input/fold';
import type { ComboboxItem, OptionsFilter } from '@mantine/core';

/** Options whose label contains the typed text, regardless of case and accents. */
export const byFoldedLabel: OptionsFilter = ({ options, search, limit }) => {
  const wanted = folded(search.trim());
  const found = options.filter(
    (option): option is ComboboxItem => 'label' in option && folded(option.label).includes(wanted),
  );
  return found.slice(0, limit);
};
