import { useLanguage } from '../../texts';
import { countingIn } from '../../texts/counting';

const [english, german] = [countingIn('en'), countingIn('de')];

const en = {
  campaign: {
    audienceAtLeast: 'Counting takes too long. At least so many people receive the campaign.',
    leftOut: (people: string) => `Excluded: ${people}.`,
    audience: 'Audience',
    reachable: 'Reachable',
    suppressed: 'Suppressed',
    duplicates: 'Duplicates',
    notWritten: (people: string) => `Skipped because this channel has no message: ${people}`,
    onNoGroup: 'Nobody in this audience uses this channel',
    firstForNobody: 'Nobody in this audience gets the message on this channel first',
    setUp: 'Set up',
  },
  campaignEditor: {
    missingTitle: 'Missing values',
    missing: (key: string, people: string, isAll: boolean) =>
      `${key}: ${isAll ? '' : 'at least '}${people} without a value.`,
    unknownField: (key: string) => `No recipient has a value for ${key}.`,
    meant: (key: string) => `Did you mean ${key}?`,
    missingHint: (example: string) =>
      `These recipients see an empty space. Add a fallback, for example ${example}.`,
    smsTotal: (segments: number, people: string, longest: number, isExact: boolean) =>
      `${isExact ? '' : 'About '}${english.many(segments, 'segment', 'segments')} for ${people}, at most ${english.n.format(longest)} for one.`,
    unreachable: (people: string) => `Unreachable without a sender: ${people}.`,
  },
};

const de: typeof en = {
  campaign: {
    audienceAtLeast: 'Das Zählen dauert zu lange. Mindestens so viele Personen erhalten die Kampagne.',
    leftOut: (people) => `Ausgeschlossen: ${people}.`,
    audience: 'Empfänger',
    reachable: 'Erreichbar',
    suppressed: 'Gesperrt',
    duplicates: 'Doppelte',
    notWritten: (people) => `Übersprungen, weil dieser Kanal keine Nachricht hat: ${people}`,
    onNoGroup: 'Niemand in dieser Zielgruppe nutzt diesen Kanal',
    firstForNobody: 'Niemand in dieser Zielgruppe erhält die Nachricht zuerst auf diesem Kanal',
    setUp: 'Einrichten',
  },
  campaignEditor: {
    missingTitle: 'Fehlende Werte',
    missing: (key, people, isAll) => `${key}: ${isAll ? '' : 'mindestens '}${people} ohne Wert.`,
    unknownField: (key) => `Kein Empfänger hat einen Wert für ${key}.`,
    meant: (key) => `Meinten Sie ${key}?`,
    missingHint: (example) =>
      `Diese Empfänger sehen dort eine Lücke. Geben Sie einen Ersatztext an, zum Beispiel ${example}.`,
    smsTotal: (segments, people, longest, isExact) =>
      `${isExact ? '' : 'Etwa '}${german.many(segments, 'Segment', 'Segmente')} für ${people}, höchstens ${german.n.format(longest)} für eine.`,
    unreachable: (people) => `Ohne Absender nicht erreichbar: ${people}.`,
  },
};

/** The texts about the people whom a campaign reaches, and about their data. */
export function useAudienceTexts(): typeof en {
  return useLanguage().language === 'de' ? de : en;
}
