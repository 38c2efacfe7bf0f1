import type { Channel, ChannelPreference, Language } from '@carillon/contracts';

/** The texts of the preference page. */
interface PreferenceTexts {
  title: string;
  unsubscribe: {
    heading: string;
    ofTopic: (topic: string) => string;
    ofAll: string;
    deleted: string;
    button: string;
  };
  change: { heading: (sender: string | null) => string; lead: string };
  topics: string;
  channels: string;
  channel: Record<Channel, string>;
  state: Record<ChannelPreference, string>;
  pause: {
    legend: string;
    none: string;
    keep: (day: string) => string;
    days: (days: number) => string;
    until: string;
    date: string;
    invalid: string;
  };
  language: string;
  unknownLanguage: string;
  save: string;
  stop: { heading: string; text: string; button: string };
  saved: {
    title: string;
    heading: string;
    left: (topic: string) => string;
    all: string;
    topics: (names: string) => string;
    noTopics: string;
    reached: (channels: string) => string;
    unreached: string;
    paused: (day: string) => string;
    again: string;
  };
  later: { title: string; heading: string; text: string };
  failed: { title: string; heading: string; text: string };
}

/** The languages as their speakers write them. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };

const en: PreferenceTexts = {
  title: 'Unsubscribe',
  unsubscribe: {
    heading: 'Unsubscribe?',
    ofTopic: (topic) => `Select Unsubscribe to stop emails about “${topic}”.`,
    ofAll: 'Select Unsubscribe to stop emails from this sender to the address that received this link.',
    deleted: 'The topic of this email no longer exists.',
    button: 'Unsubscribe',
  },
  change: {
    heading: (sender) => (sender === null ? 'Your preferences' : `Your preferences for ${sender}`),
    lead: 'Nothing changes until you save.',
  },
  topics: 'Topics',
  channels: 'Channels',
  channel: { EMAIL: 'Email', WHATSAPP: 'WhatsApp', SMS: 'SMS' },
  state: {
    ON: '',
    OFF: '',
    STOPPED: 'You replied STOP. To receive messages again, reply START.',
    BLOCKED: 'Turned off. To receive messages again, contact the sender.',
  },
  pause: {
    legend: 'Pause',
    none: 'No pause',
    keep: (day) => `Paused until ${day}`,
    days: (days) => `Pause for ${days} days`,
    until: 'Pause until a date',
    date: 'Date',
    invalid: 'Enter a date within the next 12 months. Nothing was saved.',
  },
  language: 'Language',
  unknownLanguage: 'Not set',
  save: 'Save',
  stop: {
    heading: 'Stop everything',
    text: 'Stop all messages from this sender on all channels.',
    button: 'Stop everything',
  },
  saved: {
    title: 'Saved',
    heading: 'Saved',
    left: (topic) => `You will not receive emails about “${topic}” again.`,
    all: 'This sender will not email the address that received this link again.',
    topics: (names) => `Topics that you receive: ${names}.`,
    noTopics: 'You receive no topics, but other messages from this sender.',
    reached: (channels) => `The sender can reach you by ${channels}.`,
    unreached: 'The sender cannot reach you on any channel.',
    paused: (day) => `All messages are paused until ${day}.`,
    again:
      'Messages that are already on their way can still arrive. You can change your preferences again at any time.',
  },
  later: {
    title: 'Saved',
    heading: 'Your request is saved',
    text: 'It takes effect within minutes.',
  },
  failed: {
    title: 'Not saved',
    heading: 'Something went wrong',
    text: 'We could not save your preferences. Open the link again in a minute, and check them.',
  },
};

const de: PreferenceTexts = {
  title: 'Abmelden',
  unsubscribe: {
    heading: 'Abmelden?',
    ofTopic: (topic) => `Wählen Sie „Abmelden“, um keine E-Mails zum Thema „${topic}“ mehr zu erhalten.`,
    ofAll:
      'Wählen Sie „Abmelden“, um von diesem Absender keine E-Mails mehr an die Adresse zu erhalten, die diesen Link erhalten hat.',
    deleted: 'Das Thema dieser E-Mail gibt es nicht mehr.',
    button: 'Abmelden',
  },
  change: {
    heading: (sender) => (sender === null ? 'Ihre Einstellungen' : `Ihre Einstellungen für ${sender}`),
    lead: 'Bis Sie speichern, ändert sich nichts.',
  },
  topics: 'Themen',
  channels: 'Kanäle',
  channel: { EMAIL: 'E-Mail', WHATSAPP: 'WhatsApp', SMS: 'SMS' },
  state: {
    ON: '',
    OFF: '',
    STOPPED: 'Sie haben STOP geantwortet. Um wieder Nachrichten zu erhalten, antworten Sie START.',
    BLOCKED: 'Ausgeschaltet. Um wieder Nachrichten zu erhalten, wenden Sie sich an den Absender.',
  },
  pause: {
    legend: 'Pause',
    none: 'Keine Pause',
    keep: (day) => `Pause bis ${day}`,
    days: (days) => `${days} Tage Pause`,
    until: 'Pause bis zu einem Datum',
    date: 'Datum',
    invalid: 'Geben Sie ein Datum in den nächsten 12 Monaten ein. Es wurde nichts gespeichert.',
  },
  language: 'Sprache',
  unknownLanguage: 'Keine Angabe',
  save: 'Speichern',
  stop: {
    heading: 'Alles abbestellen',
    text: 'Keine Nachrichten dieses Absenders mehr, auf keinem Kanal.',
    button: 'Alles abbestellen',
  },
  saved: {
    title: 'Gespeichert',
    heading: 'Gespeichert',
    left: (topic) => `Sie erhalten keine E-Mails zum Thema „${topic}“ mehr.`,
    all: 'Sie erhalten von diesem Absender keine E-Mails mehr an die Adresse, die diesen Link erhalten hat.',
    topics: (names) => `Themen, die Sie erhalten: ${names}.`,
    noTopics: 'Sie erhalten keine Themen, aber andere Nachrichten dieses Absenders.',
    reached: (channels) => `Der Absender kann Sie so erreichen: ${channels}.`,
    unreached: 'Der Absender kann Sie auf keinem Kanal erreichen.',
    paused: (day) => `Alle Nachrichten sind bis ${day} pausiert.`,
    again:
      'Nachrichten, die bereits unterwegs sind, können noch ankommen. Sie können Ihre Einstellungen jederzeit wieder ändern.',
  },
  later: {
    title: 'Gespeichert',
    heading: 'Ihre Anfrage ist gespeichert',
    text: 'Sie wirkt in wenigen Minuten.',
  },
  failed: {
    title: 'Nicht gespeichert',
    heading: 'Etwas ist schiefgelaufen',
    text: 'Wir konnten Ihre Einstellungen nicht speichern. Öffnen Sie den Link in einer Minute erneut und prüfen Sie sie.',
  },
};

export const preferenceTexts: Readonly<Record<Language, PreferenceTexts>> = { en, de };
