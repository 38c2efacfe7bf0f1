import type { LinkTexts } from './texts';

export const de: LinkTexts = {
  language: 'de',
  choose: 'Neues Passwort festlegen',
  join: (account) => `${account} beitreten`,
  forWhom: (email) => `Für ${email}`,
  name: 'Ihr Name',
  password: 'Passwort, mindestens 12 Zeichen',
  set: 'Passwort festlegen',
  accept: 'Beitreten',
  signIn: 'Anmelden',
  done: {
    heading: 'Fertig',
    paragraphs: ['Sie können sich jetzt mit Ihrer E-Mail-Adresse und Ihrem Passwort anmelden.'],
  },
  gone: {
    heading: 'Dieser Link ist nicht mehr gültig',
    paragraphs: ['Der Link wurde bereits verwendet oder ist abgelaufen. Fordern Sie einen neuen an.'],
  },
  failed: {
    heading: 'Etwas ist schiefgelaufen',
    paragraphs: ['Gehen Sie zurück und versuchen Sie es in einer Minute erneut.'],
  },
  flaws: {
    empty: 'Füllen Sie alle Felder aus.',
    too_short: 'Das Passwort muss mindestens 12 Zeichen haben.',
    too_long: 'Der Text ist zu lang.',
  },
};
