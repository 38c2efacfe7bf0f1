import { useLanguage } from '../../texts';

const en = {
  title: 'Search',
  input: 'Search campaigns, people, and pages',
  kinds: {
    recent: 'Recent pages',
    commands: 'Pages and actions',
    campaigns: 'Campaigns',
    people: 'People',
    groups: 'Groups',
    segments: 'Segments',
    topics: 'Topics',
    signUpForms: 'Sign-up forms',
    media: 'Media',
  },
  importPeople: 'Import people',
  importHint: 'Select a group',
  results: (count: number) => (count === 1 ? '1 result' : `${count} results`),
  noResults: (search: string) => `No results for “${search}”.`,
  searching: 'Searching …',
  failed: (kinds: string) => `Search failed: ${kinds}`,
  keys: 'Select a result with the arrow keys, open it with Enter, and close the search with Esc.',
};

const de: typeof en = {
  title: 'Suche',
  input: 'Kampagnen, Personen und Seiten suchen',
  kinds: {
    recent: 'Zuletzt geöffnet',
    commands: 'Seiten und Aktionen',
    campaigns: 'Kampagnen',
    people: 'Personen',
    groups: 'Gruppen',
    segments: 'Segmente',
    topics: 'Themen',
    signUpForms: 'Anmeldeformulare',
    media: 'Medien',
  },
  importPeople: 'Personen importieren',
  importHint: 'Gruppe auswählen',
  results: (count) => (count === 1 ? '1 Treffer' : `${count} Treffer`),
  noResults: (search) => `Keine Treffer für „${search}“.`,
  searching: 'Suche läuft …',
  failed: (kinds) => `Suche fehlgeschlagen: ${kinds}`,
  keys: 'Mit den Pfeiltasten auswählen, mit der Eingabetaste öffnen, mit Esc schließen.',
};

export function useSearchTexts(): typeof en {
  return useLanguage().language === 'de' ? de : en;
}
