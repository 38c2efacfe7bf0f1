import type { Columns } from '../../design/blocks';
import { type Pair, starter } from '../starter';

const en = {
  name: 'Welcome',
  about: 'The first email to new people, with three steps',
  title: (person: string) => `Hello ${person}, good to have you here`,
  lead: 'It takes about five minutes to get the most out of your first week.',
  steps: [
    ['Tell us about you', '<p>Add your interests, so that we write only about what matters to you.</p>'],
    ['Look around', '<p>Our short tour shows where everything is.</p>'],
    ['Say hello', '<p>Reply to this email. A person reads it, and answers.</p>'],
  ] as Pair[],
  action: 'Complete my profile',
  promise: '<p><b>Our promise:</b> at most two emails a month, and no more than you asked for.</p>',
};

const de: typeof en = {
  name: 'Willkommen',
  about: 'Die erste E-Mail an neue Personen, in drei Schritten',
  title: (person) => `Hallo ${person}, schön, dass Sie da sind`,
  lead: 'In fünf Minuten machen Sie das Beste aus Ihrer ersten Woche.',
  steps: [
    [
      'Erzählen Sie von sich',
      '<p>Nennen Sie uns Ihre Interessen. Dann schreiben wir nur über das, was Ihnen wichtig ist.</p>',
    ],
    ['Sehen Sie sich um', '<p>Unser kurzer Rundgang zeigt, wo alles ist.</p>'],
    ['Sagen Sie Hallo', '<p>Antworten Sie auf diese E-Mail. Ein Mensch liest mit und antwortet.</p>'],
  ],
  action: 'Profil vervollständigen',
  promise:
    '<p><b>Versprochen:</b> höchstens zwei E-Mails im Monat, und nur zu dem, was Sie gewünscht haben.</p>',
};

const forest = '#064e3b';
const mint = '#a7f3d0';

export const welcome = starter({ en, de }, (texts, person) => ({
  style: { button: '#047857', buttonText: '#ffffff', font: 'rounded' },
  blocks: [
    { type: 'spacer', height: 40, background: forest },
    { type: 'heading', html: texts.title(person), level: 1, background: forest },
    { type: 'text', html: `<p>${texts.lead}</p>`, background: forest },
    { type: 'spacer', height: 32, background: forest },
    { type: 'spacer', height: 8, background: mint },
    { type: 'spacer', height: 16 },
    ...texts.steps.map(([title, html], index): Columns => ({
      type: 'columns',
      widths: '1-2',
      columns: [
        [{ type: 'heading', html: String(index + 1), level: 1, align: 'center', background: mint }],
        [
          { type: 'heading', html: title, level: 3 },
          { type: 'text', html },
        ],
      ],
    })),
    { type: 'spacer', height: 8 },
    { type: 'button', label: texts.action, href: 'https://example.com/profile', align: 'center' },
    { type: 'spacer', height: 16 },
    { type: 'text', html: texts.promise, align: 'center', background: '#d1fae5' },
  ],
}));
