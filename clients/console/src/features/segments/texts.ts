import { useLanguage } from '../../texts';
import { countingIn } from '../../texts/counting';

const [english, german] = [countingIn('en'), countingIn('de')];

const en = {
  segments: {
    title: 'Segments',
    lead: 'A segment selects people by conditions. Carillon evaluates it when a campaign starts.',
    name: 'Segment name',
    people: 'People',
    changed: 'Last change',
    emptyTitle: 'Select people by conditions',
    emptyText:
      'Create a segment, for example of the people in a city who opened a campaign, and send campaigns to it or exclude it.',
    join: 'People must meet',
    joins: { all: 'all of these conditions', any: 'any of these conditions' },
    condition: (position: number) => `Condition ${english.n.format(position)}`,
    block: (position: number) => `Block of conditions ${english.n.format(position)}`,
    add: 'Add a condition',
    addBlock: 'Add a block',
    addTo: 'Add a condition to this block',
    remove: (what: string) => `Remove: ${what}`,
    not: 'Not',
    kind: 'Condition',
    kinds: {
      attribute: 'Attribute',
      did: 'Reaction to campaigns',
      group: 'Group',
      channel: 'Reachable by',
      country: 'Country',
      locale: 'Language',
      joined: 'Date added',
    },
    attribute: 'Attribute',
    attributesEmpty: 'Your contacts have no attributes yet.',
    operator: 'Comparison',
    operators: {
      is: 'is one of',
      contains: 'contains',
      startsWith: 'starts with',
      number: 'is in the number range',
      date: 'is in the period',
      exists: 'has a value',
    },
    values: 'Values',
    valuesHint: 'Press Enter after each value.',
    text: 'Text',
    atLeast: 'At least',
    atMost: 'At most',
    period: 'Period',
    periods: { inLastDays: 'in the last days', inNextDays: 'in the next days', between: 'between two days' },
    days: 'Days',
    from: 'From',
    until: 'Until',
    group: 'Group',
    channel: 'Channel',
    countries: 'Countries',
    languages: 'Languages',
    behavior: 'Reaction',
    behaviors: {
      SENT: 'was sent',
      DELIVERED: 'received',
      OPENED: 'opened',
      CLICKED: 'clicked a link in',
      BOUNCED: 'had a bounce of',
      REPLIED: 'replied to',
    },
    campaign: 'Campaign',
    anyCampaign: 'Any campaign',
    inLastDays: 'In the last days',
    ever: 'Leave it empty for any time.',
    anyTime: 'any time',
    times: 'Minimum campaigns',
    gone: 'Deleted',
    reading: (conditions: string) => `Selects people for whom this is true: ${conditions}.`,
    tooDeep:
      'The conditions of this segment are nested deeper than the console can show. Change them with the API. You can change the name here.',
    count: 'Matching people',
    incomplete: 'Complete the conditions to count people.',
    counting: 'Counting people …',
    atLeastSoMany: (people: string) => `At least ${people}, still counting`,
    sample: 'Some of them',
    withoutAddress: 'Person without an address',
    problemsTitle: 'This segment cannot be used',
    problems: {
      GROUP: (name: string) => `The group ${name} no longer exists.`,
      ATTRIBUTE: (name: string) => `The attribute ${name} no longer exists.`,
    },
    saved: 'Segment saved.',
    deleted: 'Segment deleted.',
    deleteTitle: 'Delete this segment?',
    deleteText: (name: string) =>
      `“${name}” is deleted. The people stay. You cannot send drafts that use the segment until you change their audience.`,
  },
  /** Sentence parts. `isNot` negates the condition. */
  segmentReading: {
    and: ' and ',
    or: ' or ',
    everyone: 'everyone',
    nobody: 'nobody',
    not: (conditions: string) => `not (${conditions})`,
    is: (name: string, values: string, isNot: boolean) => `${name} ${isNot ? 'is not' : 'is'} ${values}`,
    contains: (name: string, text: string, isNot: boolean) =>
      `${name} ${isNot ? 'does not contain' : 'contains'} “${text}”`,
    startsWith: (name: string, text: string, isNot: boolean) =>
      `${name} ${isNot ? 'does not start' : 'starts'} with “${text}”`,
    atLeast: (name: string, from: string, isNot: boolean) =>
      `${name} ${isNot ? 'is not' : 'is'} at least ${from}`,
    atMost: (name: string, to: string, isNot: boolean) => `${name} ${isNot ? 'is not' : 'is'} at most ${to}`,
    between: (name: string, from: string, to: string, isNot: boolean) =>
      `${name} ${isNot ? 'is not' : 'is'} from ${from} to ${to}`,
    date: (name: string, days: string, isNot: boolean) => `${name} ${isNot ? 'is not' : 'is'} ${days}`,
    exists: (name: string, isNot: boolean) => `${name} has ${isNot ? 'no' : 'a'} value`,
    group: (name: string, isNot: boolean) => `${isNot ? 'not ' : ''}in the group ${name}`,
    channel: (channel: string, isNot: boolean) => `${isNot ? 'not ' : ''}reachable by ${channel}`,
    country: (names: string, isNot: boolean) => `country ${isNot ? 'is not' : 'is'} ${names}`,
    language: (names: string, isNot: boolean) => `language ${isNot ? 'is not' : 'is'} ${names}`,
    joined: (days: string, isNot: boolean) => `${isNot ? 'not ' : ''}added ${days}`,
    campaigns: (atLeast: number, isNot: boolean) =>
      atLeast > 1 ? `at least ${english.n.format(atLeast)} campaigns` : isNot ? 'any campaign' : 'a campaign',
    campaign: (name: string) => `the campaign “${name}”`,
    did: {
      SENT: (campaign: string, days: string, isNot: boolean) =>
        `${isNot ? 'was not' : 'was'} sent ${campaign}${days}`,
      DELIVERED: (campaign: string, days: string, isNot: boolean) =>
        `${isNot ? 'did not receive' : 'received'} ${campaign}${days}`,
      OPENED: (campaign: string, days: string, isNot: boolean) =>
        `${isNot ? 'did not open' : 'opened'} ${campaign}${days}`,
      CLICKED: (campaign: string, days: string, isNot: boolean) =>
        `${isNot ? 'did not click' : 'clicked'} a link in ${campaign}${days}`,
      BOUNCED: (campaign: string, days: string, isNot: boolean) =>
        `${isNot ? 'did not have' : 'had'} a bounce of ${campaign}${days}`,
      REPLIED: (campaign: string, days: string, isNot: boolean) =>
        `${isNot ? 'did not reply' : 'replied'} to ${campaign}${days}`,
    },
    days: {
      inLast: (days: number) =>
        days === 0
          ? 'today'
          : days === 1
            ? 'yesterday or today'
            : `in the last ${english.n.format(days)} days`,
      inNext: (days: number) =>
        days === 0
          ? 'today'
          : days === 1
            ? 'today or tomorrow'
            : `in the next ${english.n.format(days)} days`,
      between: (from: string, to: string) => `between ${from} and ${to}`,
      from: (day: string) => `on or after ${day}`,
      until: (day: string) => `on or before ${day}`,
    },
  },
};

/** Negates the object of a sentence: `keine Kampagne`, `nicht die Kampagne „Mai“`. */
const negated = (object: string, isNot: boolean): string =>
  !isNot ? object : object.startsWith('eine ') ? `k${object}` : `nicht ${object}`;

export type SegmentTexts = typeof en;

const de: SegmentTexts = {
  segments: {
    title: 'Segmente',
    lead: 'Ein Segment wählt Personen nach Bedingungen aus. Carillon wertet es aus, wenn eine Kampagne beginnt.',
    name: 'Name des Segments',
    people: 'Personen',
    changed: 'Letzte Änderung',
    emptyTitle: 'Personen nach Bedingungen auswählen',
    emptyText:
      'Legen Sie ein Segment an, etwa aller Personen in einer Stadt, die eine Kampagne geöffnet haben. Kampagnen können sich an ein Segment richten oder es ausschließen.',
    join: 'Für die Personen gilt',
    joins: { all: 'jede dieser Bedingungen', any: 'mindestens eine dieser Bedingungen' },
    condition: (position) => `Bedingung ${german.n.format(position)}`,
    block: (position) => `Block von Bedingungen ${german.n.format(position)}`,
    add: 'Bedingung hinzufügen',
    addBlock: 'Block hinzufügen',
    addTo: 'Bedingung zu diesem Block hinzufügen',
    remove: (what) => `Entfernen: ${what}`,
    not: 'Nicht',
    kind: 'Bedingung',
    kinds: {
      attribute: 'Datenfeld',
      did: 'Reaktion auf Kampagnen',
      group: 'Gruppe',
      channel: 'Erreichbar per',
      country: 'Land',
      locale: 'Sprache',
      joined: 'Hinzugefügt am',
    },
    attribute: 'Datenfeld',
    attributesEmpty: 'Ihre Kontakte haben noch keine Datenfelder.',
    operator: 'Vergleich',
    operators: {
      is: 'ist eines von',
      contains: 'enthält',
      startsWith: 'beginnt mit',
      number: 'liegt im Zahlenbereich',
      date: 'liegt im Zeitraum',
      exists: 'hat einen Wert',
    },
    values: 'Werte',
    valuesHint: 'Drücken Sie nach jedem Wert die Eingabetaste.',
    text: 'Text',
    atLeast: 'Mindestens',
    atMost: 'Höchstens',
    period: 'Zeitraum',
    periods: {
      inLastDays: 'in den letzten Tagen',
      inNextDays: 'in den nächsten Tagen',
      between: 'zwischen zwei Tagen',
    },
    days: 'Tage',
    from: 'Von',
    until: 'Bis',
    group: 'Gruppe',
    channel: 'Kanal',
    countries: 'Länder',
    languages: 'Sprachen',
    behavior: 'Reaktion',
    behaviors: {
      SENT: 'zugesandt bekommen',
      DELIVERED: 'empfangen',
      OPENED: 'geöffnet',
      CLICKED: 'Link angeklickt',
      BOUNCED: 'Bounce',
      REPLIED: 'beantwortet',
    },
    campaign: 'Kampagne',
    anyCampaign: 'Beliebige Kampagne',
    inLastDays: 'In den letzten Tagen',
    ever: 'Leer: zu beliebiger Zeit.',
    anyTime: 'jederzeit',
    times: 'Kampagnen mindestens',
    gone: 'Gelöscht',
    reading: (conditions) => `Wählt Personen aus, für die gilt: ${conditions}.`,
    tooDeep:
      'Die Bedingungen dieses Segments sind tiefer verschachtelt, als die Konsole sie darstellen kann. Ändern Sie sie über die API. Den Namen können Sie hier ändern.',
    count: 'Passende Personen',
    incomplete: 'Vervollständigen Sie die Bedingungen, um Personen zu zählen.',
    counting: 'Personen werden gezählt …',
    atLeastSoMany: (people) => `Mindestens ${people}, es wird noch gezählt`,
    sample: 'Einige davon',
    withoutAddress: 'Person ohne Adresse',
    problemsTitle: 'Dieses Segment lässt sich nicht verwenden',
    problems: {
      GROUP: (name) => `Die Gruppe ${name} gibt es nicht mehr.`,
      ATTRIBUTE: (name) => `Das Datenfeld ${name} gibt es nicht mehr.`,
    },
    saved: 'Segment gespeichert.',
    deleted: 'Segment gelöscht.',
    deleteTitle: 'Dieses Segment löschen?',
    deleteText: (name) =>
      `„${name}“ wird gelöscht. Die Personen bleiben erhalten. Entwürfe mit diesem Segment lassen sich erst senden, wenn Sie deren Zielgruppe ändern.`,
  },
  segmentReading: {
    and: ' und ',
    or: ' oder ',
    everyone: 'alle Personen',
    nobody: 'niemand',
    not: (conditions) => `nicht (${conditions})`,
    is: (name, values, isNot) => `${name} ist ${isNot ? 'nicht ' : ''}${values}`,
    contains: (name, text, isNot) => `${name} enthält ${isNot ? 'nicht ' : ''}„${text}“`,
    startsWith: (name, text, isNot) => `${name} beginnt ${isNot ? 'nicht ' : ''}mit „${text}“`,
    atLeast: (name, from, isNot) => `${name} ist ${isNot ? 'nicht ' : ''}mindestens ${from}`,
    atMost: (name, to, isNot) => `${name} ist ${isNot ? 'nicht ' : ''}höchstens ${to}`,
    between: (name, from, to, isNot) => `${name} liegt ${isNot ? 'nicht ' : ''}zwischen ${from} und ${to}`,
    date: (name, days, isNot) => `${name} ist ${isNot ? 'nicht ' : ''}${days}`,
    exists: (name, isNot) => `${name} hat ${isNot ? 'keinen' : 'einen'} Wert`,
    group: (name, isNot) => `ist ${isNot ? 'nicht ' : ''}in der Gruppe ${name}`,
    channel: (channel, isNot) => `ist ${isNot ? 'nicht ' : ''}per ${channel} erreichbar`,
    country: (names, isNot) => `Land ist ${isNot ? 'nicht ' : ''}${names}`,
    language: (names, isNot) => `Sprache ist ${isNot ? 'nicht ' : ''}${names}`,
    joined: (days, isNot) => `wurde ${isNot ? 'nicht ' : ''}${days} hinzugefügt`,
    campaigns: (atLeast) =>
      atLeast > 1 ? `mindestens ${german.n.format(atLeast)} Kampagnen` : 'eine Kampagne',
    campaign: (name) => `die Kampagne „${name}“`,
    did: {
      SENT: (campaign, days, isNot) => `hat${days} ${negated(campaign, isNot)} zugesandt bekommen`,
      DELIVERED: (campaign, days, isNot) => `hat${days} ${negated(campaign, isNot)} empfangen`,
      OPENED: (campaign, days, isNot) => `hat${days} ${negated(campaign, isNot)} geöffnet`,
      CLICKED: (campaign, days, isNot) => `hat${days} ${negated(campaign, isNot)} angeklickt`,
      BOUNCED: (campaign, days, isNot) =>
        `hat${days} ${negated(campaign, isNot)} mit einem Bounce abgewiesen`,
      REPLIED: (campaign, days, isNot) => `hat${days} ${negated(campaign, isNot)} beantwortet`,
    },
    days: {
      inLast: (days) =>
        days === 0
          ? 'heute'
          : days === 1
            ? 'gestern oder heute'
            : `in den letzten ${german.n.format(days)} Tagen`,
      inNext: (days) =>
        days === 0
          ? 'heute'
          : days === 1
            ? 'heute oder morgen'
            : `in den nächsten ${german.n.format(days)} Tagen`,
      between: (from, to) => `zwischen dem ${from} und dem ${to}`,
      from: (day) => `am oder nach dem ${day}`,
      until: (day) => `am oder vor dem ${day}`,
    },
  },
};

export const segmentTexts = { en, de };

/** The texts of segments, and of their conditions as sentences. */
export function useSegmentTexts(): SegmentTexts {
  return segmentTexts[useLanguage().language];
}
