import { starter } from '../starter';

const en = {
  name: 'Plain letter',
  about: 'A personal message without decoration',
  html: (person: string) =>
    `<p>Hello ${person},</p><p>write your message here. Two or three short paragraphs are enough.</p><p>If you have questions, reply to this email.</p><p>Kind regards<br>Your name</p>`,
};

const de: typeof en = {
  name: 'Einfacher Brief',
  about: 'Eine persönliche Nachricht ohne Gestaltung',
  html: (person) =>
    `<p>Guten Tag ${person},</p><p>schreiben Sie hier Ihre Nachricht. Zwei oder drei kurze Absätze genügen.</p><p>Haben Sie Fragen? Antworten Sie einfach auf diese E-Mail.</p><p>Herzliche Grüße<br>Ihr Name</p>`,
};

export const letter = starter({ en, de }, ({ html }, person) => ({
  blocks: [{ type: 'text', html: html(person) }],
}));
