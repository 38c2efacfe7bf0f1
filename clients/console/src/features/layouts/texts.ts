import { useLanguage } from '../../texts';

const en = {
  lead: 'A layout is what is around the content of your emails: a header, a footer, colors, and a font. Choose it in the visual editor of an email.',
  emptyTitle: 'Create your first layout',
  emptyText: 'Design the header and the footer once. You then write only the content of each email.',
  name: 'Name',
  changed: 'Changed',
  use: 'Use',
  useNamed: (name: string) => `Use: ${name}`,
  versionsOf: (name: string) => `Earlier versions: ${name}`,
  engine: 'Placeholders',
  engineHint: 'As in the emails that use this layout.',
  engines: { simple: '{{name|friend}}', liquid: 'Liquid' },
  saved: 'Layout saved. Emails that use it offer the new version in the visual editor.',
  created: 'Layout saved. Choose it in the visual editor of an email.',
  deleteTitle: (name: string) => `Delete the layout “${name}”?`,
  deleteText: 'Emails that use it keep it until you choose another one.',
};

const de: typeof en = {
  lead: 'Ein Layout ist der Rahmen um den Inhalt Ihrer E-Mails: Kopf, Fuß, Farben und Schrift. Wählen Sie es im visuellen Editor einer E-Mail.',
  emptyTitle: 'Legen Sie Ihr erstes Layout an',
  emptyText:
    'Gestalten Sie Kopf und Fuß ein einziges Mal. Danach schreiben Sie nur noch den Inhalt jeder E-Mail.',
  name: 'Name',
  changed: 'Geändert',
  use: 'Verwenden',
  useNamed: (name) => `Verwenden: ${name}`,
  versionsOf: (name) => `Frühere Fassungen: ${name}`,
  engine: 'Platzhalter',
  engineHint: 'Wie in den E-Mails, die dieses Layout verwenden.',
  engines: { simple: '{{name|friend}}', liquid: 'Liquid' },
  saved: 'Layout gespeichert. E-Mails mit diesem Layout bieten die neue Fassung im visuellen Editor an.',
  created: 'Layout gespeichert. Wählen Sie es im visuellen Editor einer E-Mail.',
  deleteTitle: (name) => `Layout „${name}“ löschen?`,
  deleteText: 'E-Mails mit diesem Layout behalten es, bis Sie ein anderes wählen.',
};

/** The texts of layouts. */
export function useLayoutTexts(): typeof en {
  return useLanguage().language === 'de' ? de : en;
}
