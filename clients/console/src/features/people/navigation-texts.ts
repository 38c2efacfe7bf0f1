import { useLanguage } from '../../texts';
import { countingIn } from '../../texts/counting';

const [english, german] = [countingIn('en'), countingIn('de')];

const en = {
  label: 'People',
  groups: 'Groups',
  all: 'All people',
  attributes: 'Attributes',
  segments: 'Segments',
  topics: 'Topics',
  signUpForms: 'Sign-up forms',
  replies: 'Replies',
  suppressions: 'Suppression list',
  erasures: 'Erasures',
  findAll: 'Nobody in your groups has this address. View its contact record',
  whole: 'Type the full address: an email address, or a phone number that begins with +.',
  noMatch: 'No contacts match. The search finds the start of each word in a name or address.',
  firstFound: (count: number) =>
    `The first ${english.n.format(count)} matches. Type more to narrow the search.`,
  openPerson: (address: string) => `View contact record: ${address}`,
  notCounted: 'Counting members …',
};

const de: typeof en = {
  label: 'Personen',
  groups: 'Gruppen',
  all: 'Alle Personen',
  attributes: 'Datenfelder',
  segments: 'Segmente',
  topics: 'Themen',
  signUpForms: 'Anmeldeformulare',
  replies: 'Antworten',
  suppressions: 'Sperrliste',
  erasures: 'Löschungen',
  findAll: 'Niemand in Ihren Gruppen hat diese Adresse. Personendaten ansehen',
  whole:
    'Geben Sie die vollständige Adresse ein: eine E-Mail-Adresse oder eine Telefonnummer, die mit + beginnt.',
  noMatch: 'Keine Kontakte gefunden. Die Suche findet den Anfang jedes Wortes in Namen und Adressen.',
  firstFound: (count) =>
    `Die ersten ${german.n.format(count)} Treffer. Geben Sie mehr ein, um die Suche einzugrenzen.`,
  openPerson: (address) => `Personendaten ansehen: ${address}`,
  notCounted: 'Mitglieder werden gezählt …',
};

/** The texts of the navigation between the pages about people. */
export function usePeopleNavigationTexts(): typeof en {
  return useLanguage().language === 'de' ? de : en;
}
