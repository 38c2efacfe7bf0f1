import { useLanguage } from '../../texts';

const en = {
  operator: {
    rate: 'Rate limit',
    ratePlan: 'plan default',
    rateNone: 'no limit',
    rateOwn: 'custom limit per second',
    ratePerSecond: 'Requests per second',
    configured: 'from configuration',
  },
  settings: {
    keysHint: 'API keys give programs access to this account. People sign in without one.',
    keysNone: 'This account has no API keys.',
    keyName: 'Name',
    keyPrefix: 'Prefix',
    keyScopes: 'Scopes',
    keyUsed: 'Last used',
    keyEnds: 'Expires',
    keyNever: 'never',
    keyCreate: 'Create key',
    keyOnce: 'Copy the key now. It is shown only once.',
    notCopied: 'You have not copied the key. It cannot be shown again.',
    notCopiedStay: 'Go back',
    notCopiedClose: 'Close without copying',
    keyDelete: 'Revoke this key?',
    keyDeleteText: (name: string) => `Programs that use “${name}” lose access within a second.`,
    revoke: 'Revoke',
  },
};

const de: typeof en = {
  operator: {
    rate: 'Ratenlimit',
    ratePlan: 'laut Tarif',
    rateNone: 'kein Limit',
    rateOwn: 'eigenes Limit pro Sekunde',
    ratePerSecond: 'Anfragen pro Sekunde',
    configured: 'aus der Konfiguration',
  },
  settings: {
    keysHint:
      'Mit API-Schlüsseln greifen Programme auf dieses Konto zu. Personen melden sich ohne Schlüssel an.',
    keysNone: 'Dieses Konto hat keine API-Schlüssel.',
    keyName: 'Name',
    keyPrefix: 'Präfix',
    keyScopes: 'Rechte',
    keyUsed: 'Zuletzt verwendet',
    keyEnds: 'Läuft ab',
    keyNever: 'nie',
    keyCreate: 'Schlüssel erstellen',
    keyOnce: 'Kopieren Sie den Schlüssel jetzt. Er wird nur einmal angezeigt.',
    notCopied: 'Sie haben den Schlüssel noch nicht kopiert. Er kann nicht noch einmal angezeigt werden.',
    notCopiedStay: 'Zurück',
    notCopiedClose: 'Schließen, ohne zu kopieren',
    keyDelete: 'Diesen Schlüssel widerrufen?',
    keyDeleteText: (name) =>
      `Programme, die „${name}“ verwenden, verlieren innerhalb einer Sekunde den Zugriff.`,
    revoke: 'Widerrufen',
  },
};

/** The texts of API keys, for accounts and operators. */
export function useKeyTexts(): typeof en {
  return useLanguage().language === 'de' ? de : en;
}
