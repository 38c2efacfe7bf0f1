import { useLanguage } from '../../texts';

const en = {
  title: 'Templates',
  nav: { label: 'Templates and layouts', ofCampaigns: 'Campaigns' },
  lead: 'Begin a campaign with the messages of an earlier one. The campaign gets a copy, which you can change.',
  search: 'Search by name',
  noMatch: 'No templates found.',
  emptyTitle: 'Save your first template',
  emptyText:
    'Write a campaign, then select “Save as template” in its menu (⋯). Next time, you begin with its messages instead of an empty page.',
  name: 'Name',
  channels: 'Channels',
  changed: 'Changed',
  use: 'Use',
  rename: 'Rename',
  saveText: 'The template gets the messages of this campaign, without its audience and senders.',
  saved: 'Template saved.',
  replace: 'Replace a template',
  replaceHint: 'Campaigns that began with it stay as they are.',
  replaceNone: 'None: save a new template',
  replaceVerb: 'Replace',
  versions: 'Earlier versions',
  versionsOf: (name: string) => `Earlier versions of “${name}”`,
  versionsText:
    'Restoring a version replaces the messages. The name, and campaigns that began with the template, stay as they are.',
  noVersions: 'There are no earlier versions yet. Each change of the template keeps the version before it.',
  version: 'Version',
  versionNumber: (version: number) => `Version ${version}`,
  currentVersion: (version: number) => `Version ${version} (current)`,
  restore: 'Restore this version',
  restored: (before: number) => `Template changed. The messages before are version ${before}.`,
  deleteTitle: (name: string) => `Delete the template “${name}”?`,
  deleteText: 'Campaigns that began with it stay as they are.',
};

const de: typeof en = {
  title: 'Vorlagen',
  nav: { label: 'Vorlagen und Layouts', ofCampaigns: 'Kampagnen' },
  lead: 'Beginnen Sie eine Kampagne mit den Nachrichten einer früheren. Die Kampagne erhält eine Kopie, die Sie ändern können.',
  search: 'Nach Name suchen',
  noMatch: 'Keine Vorlagen gefunden.',
  emptyTitle: 'Speichern Sie Ihre erste Vorlage',
  emptyText:
    'Schreiben Sie eine Kampagne und wählen Sie in ihrem Menü (⋯) „Als Vorlage speichern“. Beim nächsten Mal beginnen Sie mit ihren Nachrichten statt mit einer leeren Seite.',
  name: 'Name',
  channels: 'Kanäle',
  changed: 'Geändert',
  use: 'Verwenden',
  rename: 'Umbenennen',
  saveText: 'Die Vorlage erhält die Nachrichten dieser Kampagne, ohne Zielgruppe und Absender.',
  saved: 'Vorlage gespeichert.',
  replace: 'Vorlage ersetzen',
  replaceHint: 'Kampagnen, die mit ihr begonnen haben, bleiben unverändert.',
  replaceNone: 'Keine: neue Vorlage speichern',
  replaceVerb: 'Ersetzen',
  versions: 'Frühere Fassungen',
  versionsOf: (name) => `Frühere Fassungen von „${name}“`,
  versionsText:
    'Beim Wiederherstellen werden die Nachrichten ersetzt. Der Name und Kampagnen, die mit der Vorlage begonnen haben, bleiben unverändert.',
  noVersions:
    'Es gibt noch keine früheren Fassungen. Bei jeder Änderung der Vorlage bleibt die Fassung davor erhalten.',
  version: 'Fassung',
  versionNumber: (version) => `Fassung ${version}`,
  currentVersion: (version) => `Fassung ${version} (aktuell)`,
  restore: 'Diese Fassung wiederherstellen',
  restored: (before) => `Vorlage geändert. Die bisherigen Nachrichten sind Fassung ${before}.`,
  deleteTitle: (name) => `Vorlage „${name}“ löschen?`,
  deleteText: 'Kampagnen, die mit ihr begonnen haben, bleiben unverändert.',
};

/** The texts of templates. */
export function useTemplateTexts(): typeof en {
  return useLanguage().language === 'de' ? de : en;
}
