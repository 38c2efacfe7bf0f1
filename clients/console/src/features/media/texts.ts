import { useLanguage } from '../../texts';

const en = {
  title: 'Media',
  lead: 'Images and files for your messages. Drop them on this page to upload them. Their links are public.',
  upload: 'Upload',
  search: 'Search by name',
  noMatch: 'No files found.',
  emptyTitle: 'Upload your first image',
  emptyText:
    'Upload images as PNG, JPEG, GIF, or WebP, and other files as PDF, Word, Excel, PowerPoint, MP3, or MP4, each up to 10 MB. Large photos are resized, and the place where they were taken is removed.',
  name: 'File name',
  altHint: 'Describes the image for people who cannot see it. Leave it empty for decoration.',
  copyNamed: (name: string) => `Copy link: ${name}`,
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteText: 'The public link stops working.',
  force:
    'Delete it even if campaigns or templates use it. It disappears from emails that people already have.',
  insert: 'Insert image',
  insertNamed: (name: string) => `Insert ${name}`,
  attach: 'Attach a file',
  chooseFile: 'Choose a file',
  attachNamed: (name: string) => `Attach ${name}`,
};

const de: typeof en = {
  title: 'Medien',
  lead: 'Bilder und Dateien für Ihre Nachrichten. Ziehen Sie sie auf diese Seite, um sie hochzuladen. Ihre Links sind öffentlich.',
  upload: 'Hochladen',
  search: 'Nach Name suchen',
  noMatch: 'Keine Dateien gefunden.',
  emptyTitle: 'Laden Sie Ihr erstes Bild hoch',
  emptyText:
    'Laden Sie Bilder als PNG, JPEG, GIF oder WebP und andere Dateien als PDF, Word, Excel, PowerPoint, MP3 oder MP4 hoch, jeweils bis 10 MB. Große Fotos werden verkleinert, und der Aufnahmeort wird entfernt.',
  name: 'Dateiname',
  altHint:
    'Beschreibt das Bild für Menschen, die es nicht sehen. Lassen Sie das Feld bei reiner Dekoration leer.',
  copyNamed: (name) => `Link kopieren: ${name}`,
  deleteTitle: (name) => `${name} löschen?`,
  deleteText: 'Der öffentliche Link funktioniert dann nicht mehr.',
  force:
    'Auch löschen, wenn Kampagnen oder Vorlagen die Datei verwenden. Sie verschwindet aus E-Mails, die schon zugestellt sind.',
  insert: 'Bild einfügen',
  insertNamed: (name) => `${name} einfügen`,
  attach: 'Datei anhängen',
  chooseFile: 'Datei auswählen',
  attachNamed: (name) => `${name} anhängen`,
};

/** The texts of the media library. */
export function useMediaLibraryTexts(): typeof en {
  return useLanguage().language === 'de' ? de : en;
}
