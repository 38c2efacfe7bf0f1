import type { LinkTexts } from './texts';

export const de: LinkTexts = {
  language: 'de',
  choose: 'Ein neues Passwort wählen',
  join: (account) => `${account} beitreten`,
  forWhom: (email) => `Für ${email}`,
  name: 'Ihr Name',
  password: 'Passwort, 12 Zeichen oder mehr',
  set: 'Passwort festlegen',
  accept: 'Beitreten',
  signIn: 'Anmelden',
  done: {
    heading: 'Fertig',
    paragraphs: ['Sie können sich jetzt mit Ihrer E-Mail-Adresse und Ihrem Passwort anmelden.'],
  },
  gone: {
    heading: 'Dieser Link gilt nicht mehr',
    paragraphs: ['Er wurde benutzt, oder seine Zeit ist um. Bitten Sie um einen neuen.'],
  },
  failed: {
    heading: 'Das hat nicht geklappt',
    paragraphs: ['Bitte gehen Sie zurück, und versuchen Sie es in einer Minute noch einmal.'],
  },
  flaws: {
    empty: 'Bitte füllen Sie alles aus.',
    too_short: 'Ein Passwort hat mindestens 12 Zeichen.',
    too_long: 'Das ist zu lang.',
  },
};
