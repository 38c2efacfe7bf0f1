import { useLanguage } from '../../texts';

const en = {
  preview: 'Preview',
  subject: 'Subject',
  plain: 'Plain text',
  dark: 'Dark mode',
  noMessage: 'No message for this channel. Recipients on this channel are skipped.',
  freeTextToo: 'People who messaged you in the last 24 hours receive this text instead:',
  template: (sid: string) => `Approved template ${sid}`,
  templateElsewhere: 'Your provider stores the text of the template.',
  templateMedia: 'With a picture, a video, or a document',
  fileDeleted: 'This file was deleted.',
  language: 'Language',
  everyoneElse: 'Everyone else',
};

const de: typeof en = {
  preview: 'Vorschau',
  subject: 'Betreff',
  plain: 'Nur-Text',
  dark: 'Dunkelmodus',
  noMessage: 'Keine Nachricht für diesen Kanal. Empfänger auf diesem Kanal werden übersprungen.',
  freeTextToo:
    'Personen, die Ihnen in den letzten 24 Stunden geschrieben haben, erhalten stattdessen diesen Text:',
  template: (sid) => `Genehmigte Vorlage ${sid}`,
  templateElsewhere: 'Der Text der Vorlage ist bei Ihrem Anbieter gespeichert.',
  templateMedia: 'Mit Bild, Video oder Dokument',
  fileDeleted: 'Diese Datei wurde gelöscht.',
  language: 'Sprache',
  everyoneElse: 'Alle anderen',
};

/** The texts of the previews of messages. */
export function usePreviewTexts(): typeof en {
  return useLanguage().language === 'de' ? de : en;
}
