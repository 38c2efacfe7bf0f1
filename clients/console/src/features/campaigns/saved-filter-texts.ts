import { useLanguage } from '../../texts';

const en = {
  menu: 'Saved filters',
  applied: (name: string) => `Saved filter: ${name}`,
  save: 'Save this filter',
  name: 'Name',
  hint: 'All members of the account see the filter.',
  update: (name: string) => `Save changes to “${name}”`,
  rename: (name: string) => `Rename “${name}”`,
  delete: (name: string) => `Delete “${name}”`,
  updated: (name: string) => `“${name}” changed.`,
  deleted: (name: string) => `“${name}” deleted.`,
};

const de: typeof en = {
  menu: 'Gespeicherte Filter',
  applied: (name) => `Gespeicherter Filter: ${name}`,
  save: 'Diesen Filter speichern',
  name: 'Name',
  hint: 'Alle Mitglieder des Kontos sehen den Filter.',
  update: (name) => `Änderungen an „${name}“ speichern`,
  rename: (name) => `„${name}“ umbenennen`,
  delete: (name) => `„${name}“ löschen`,
  updated: (name) => `„${name}“ geändert.`,
  deleted: (name) => `„${name}“ gelöscht.`,
};

export function useSavedFilterTexts(): typeof en {
  return useLanguage().language === 'de' ? de : en;
}
