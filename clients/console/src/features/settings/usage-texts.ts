import type { Schemas } from '@carillon/sdk';
import { useLanguage } from '../../texts';

const en = {
  settings: {
    used: (used: string, limit: string) => `${used} of ${limit}`,
    unlimited: (used: string) => `${used}, no limit`,
    quotas: {
      subscribers: 'Group members',
      people: 'People',
      groups: 'Groups',
      segments: 'Segments',
      campaigns: 'Campaigns',
      runningCampaigns: 'Running campaigns',
      monthlySpending: 'Spending this month',
      media: 'Images and files',
      mediaBytes: 'Storage of images and files',
      templates: 'Templates',
      savedFilters: 'Saved filters',
      importBytes: 'Files waiting for import',
      rejectedLines: 'Rejected import rows',
      suppressions: 'Suppressed addresses',
      idempotencyBytes: 'Stored API responses (idempotency)',
    } satisfies Record<keyof Schemas['Usage'], string>,
  },
};

const de: typeof en = {
  settings: {
    used: (used, limit) => `${used} von ${limit}`,
    unlimited: (used) => `${used}, unbegrenzt`,
    quotas: {
      subscribers: 'Gruppenmitglieder',
      people: 'Personen',
      groups: 'Gruppen',
      segments: 'Segmente',
      campaigns: 'Kampagnen',
      runningCampaigns: 'Laufende Kampagnen',
      monthlySpending: 'Ausgaben in diesem Monat',
      media: 'Bilder und Dateien',
      mediaBytes: 'Speicher für Bilder und Dateien',
      templates: 'Vorlagen',
      savedFilters: 'Gespeicherte Filter',
      importBytes: 'Dateien, die auf den Import warten',
      rejectedLines: 'Abgelehnte Importzeilen',
      suppressions: 'Gesperrte Adressen',
      idempotencyBytes: 'Gespeicherte API-Antworten (Idempotenz)',
    },
  },
};

/** The texts of quotas. */
export function useUsageTexts(): typeof en {
  return useLanguage().language === 'de' ? de : en;
}
