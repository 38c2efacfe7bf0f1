import type { Schemas } from '@carillon/sdk';
import { useLanguage } from '../../texts';

const en = {
  title: 'Erasures',
  lead: 'People whose data was erased, oldest first. Addresses are not stored.',
  emptyTitle: 'No erasures yet',
  emptyText: 'To erase all data about a person, open their contact record.',
  requested: 'Requested',
  finished: 'Finished',
  state: 'State',
  states: { RUNNING: 'Running', DONE: 'Done' } satisfies Record<Schemas['Erasure']['state'], string>,
  running: 'Erasure in progress',
  done: 'All data erased',
  wait: 'This usually takes about one minute. You can leave this page.',
  waitUser: 'This usually takes about ten minutes. You can leave this page.',
  erasedAt: (time: string) => `erased ${time}`,
  waits: 'not yet',
  services: {
    subscriber: 'Groups, contact data, suppressions, and files',
    dispatcher: 'Reports and deliveries',
    gateway: 'Stored API responses',
    campaign: 'Campaigns',
    'webhook-worker': 'Webhook messages',
    account: 'Account, keys, and senders',
  } satisfies Record<Schemas['Erasure']['services'][number]['service'], string>,
};

const de: typeof en = {
  title: 'Löschungen',
  lead: 'Personen, deren Daten gelöscht wurden, älteste zuerst. Adressen werden nicht gespeichert.',
  emptyTitle: 'Noch keine Löschungen',
  emptyText: 'Um alle Daten einer Person zu löschen, öffnen Sie ihre Personendaten.',
  requested: 'Angefordert',
  finished: 'Abgeschlossen',
  state: 'Status',
  states: { RUNNING: 'Läuft', DONE: 'Abgeschlossen' },
  running: 'Löschung läuft',
  done: 'Alle Daten gelöscht',
  wait: 'Das dauert in der Regel etwa eine Minute. Sie können diese Seite verlassen.',
  waitUser: 'Das dauert in der Regel etwa zehn Minuten. Sie können diese Seite verlassen.',
  erasedAt: (time) => `gelöscht am ${time}`,
  waits: 'noch nicht',
  services: {
    subscriber: 'Gruppen, Kontaktdaten, Sperren und Dateien',
    dispatcher: 'Berichte und Zustellungen',
    gateway: 'Gespeicherte API-Antworten',
    campaign: 'Kampagnen',
    'webhook-worker': 'Webhook-Nachrichten',
    account: 'Konto, Schlüssel und Absender',
  },
};

/** The texts of erasures. */
export function useErasureTexts(): typeof en {
  return useLanguage().language === 'de' ? de : en;
}
