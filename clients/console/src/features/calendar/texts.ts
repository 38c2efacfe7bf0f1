import { useLanguage } from '../../texts';

const en = {
  title: 'Calendar',
  before: 'Previous month',
  after: 'Next month',
  today: 'Today',
  new: (day: string) => `New campaign on ${day}`,
  newHere: 'New campaign on this day',
  actions: (day: string) => `Actions for ${day}`,
  more: (count: number) => `${count} more`,
  count: (count: number) => (count === 1 ? '1 campaign' : `${count} campaigns`),
  none: 'No campaign starts in this month.',
  legend:
    'Campaigns are shown on the day of their start or, until then, on the day for which they are scheduled.',
};

const de: typeof en = {
  title: 'Kalender',
  before: 'Vorheriger Monat',
  after: 'Nächster Monat',
  today: 'Heute',
  new: (day) => `Neue Kampagne am ${day}`,
  newHere: 'Neue Kampagne an diesem Tag',
  actions: (day) => `Aktionen für ${day}`,
  more: (count) => `${count} weitere`,
  count: (count) => (count === 1 ? '1 Kampagne' : `${count} Kampagnen`),
  none: 'In diesem Monat startet keine Kampagne.',
  legend:
    'Kampagnen stehen am Tag, an dem sie gestartet sind. Geplante stehen am Tag, an dem sie starten sollen.',
};

export function useCalendarTexts(): typeof en {
  return useLanguage().language === 'de' ? de : en;
}
