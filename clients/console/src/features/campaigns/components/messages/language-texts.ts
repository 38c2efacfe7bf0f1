import { useLanguage } from '../../../../texts';

const en = {
  add: 'Add a language',
  choose: 'Language to add',
  chooseHint: 'It begins with a copy of the texts for everyone.',
  none: 'No language found.',
  remove: (language: string) => `Remove ${language}`,
  removeTitle: (language: string) => `Remove the texts in ${language}?`,
  removeText: (language: string) => `People who read ${language} then get the texts for everyone.`,
  hint: (language: string) =>
    `People who read ${language} get these texts. If a text is empty, they get the one for everyone.`,
  hintEveryone: 'People whose language you have not added get these texts.',
  copy: 'Copy the email for everyone',
  shared: 'Files, the sender, and the settings are the same in all languages.',
};

const de: typeof en = {
  add: 'Sprache hinzufügen',
  choose: 'Neue Sprache',
  chooseHint: 'Sie beginnt mit einer Kopie der Texte für alle.',
  none: 'Keine Sprache gefunden.',
  remove: (language) => `${language} entfernen`,
  removeTitle: (language) => `Texte entfernen: ${language}?`,
  removeText: (language) => `Wer ${language} liest, erhält dann die Texte für alle.`,
  hint: (language) => `Wer ${language} liest, erhält diese Texte. Ist ein Text leer, gilt der Text für alle.`,
  hintEveryone: 'Wer eine andere Sprache liest, erhält diese Texte.',
  copy: 'E-Mail für alle kopieren',
  shared: 'Dateien, Absender und Einstellungen gelten für alle Sprachen.',
};

export function useLanguageTexts(): typeof en {
  return useLanguage().language === 'de' ? de : en;
}
