import type { Columns } from '../../design/blocks';
import { type Pair, starter } from '../starter';

const en = {
  name: 'Event',
  about: 'Date, place, and program, with one invitation',
  day: '14',
  month: 'November',
  title: 'An evening of short films',
  place: '<p>Saturday, 7 p.m.<br>The old printworks, 3 River Street</p>',
  invitation: (person: string) =>
    `<p>Hi ${person},</p><p>six directors, six films, and not one longer than ten minutes. Come early, stay late, and bring a friend who has never been to the printworks.</p>`,
  action: 'Save my seat',
  program: 'The evening',
  hours: [
    ['7 p.m.', '<p><b>Doors open</b><br>A glass of something, and music.</p>'],
    ['8 p.m.', '<p><b>The films</b><br>Six films, with a short break.</p>'],
    ['9:30 p.m.', '<p><b>Meet the directors</b><br>Questions, answers, and the bar.</p>'],
  ] as Pair[],
  note: '<p>You can’t come? Pass the invitation on to a friend. Entry is free, but there are only 80 seats.</p>',
};

const de: typeof en = {
  name: 'Veranstaltung',
  about: 'Termin, Ort und Programm mit einer Einladung',
  day: '14.',
  month: 'November',
  title: 'Ein Abend mit Kurzfilmen',
  place: '<p>Samstag, 19 Uhr<br>Alte Druckerei, Flussstraße 3</p>',
  invitation: (person) =>
    `<p>Hallo ${person},</p><p>sechs Regisseurinnen und Regisseure, sechs Filme, keiner länger als zehn Minuten. Kommen Sie früh, bleiben Sie lange, und bringen Sie jemanden mit, der die Druckerei noch nicht kennt.</p>`,
  action: 'Platz sichern',
  program: 'Der Abend',
  hours: [
    ['19 Uhr', '<p><b>Einlass</b><br>Ein Glas zur Begrüßung, dazu Musik.</p>'],
    ['20 Uhr', '<p><b>Die Filme</b><br>Sechs Filme mit einer kurzen Pause.</p>'],
    ['21.30 Uhr', '<p><b>Im Gespräch</b><br>Fragen, Antworten und die Bar.</p>'],
  ],
  note: '<p>Sie sind verhindert? Geben Sie die Einladung gern weiter. Der Eintritt ist frei, es gibt aber nur 80 Plätze.</p>',
};

const plum = '#2e1065';

export const event = starter({ en, de }, (texts, person) => ({
  style: {
    background: '#e4dff3',
    surface: '#ffffff',
    text: '#1e1b3a',
    link: '#6d28d9',
    button: '#6d28d9',
    buttonText: '#ffffff',
    font: 'rounded',
  },
  blocks: [
    { type: 'spacer', height: 32, background: plum },
    {
      type: 'columns',
      widths: '1-2',
      background: plum,
      columns: [
        [
          { type: 'heading', html: texts.day, level: 1, align: 'center', background: '#f5d0fe' },
          { type: 'text', html: `<p>${texts.month}</p>`, align: 'center', background: '#f5d0fe' },
        ],
        [
          { type: 'heading', html: texts.title, level: 1 },
          { type: 'text', html: texts.place },
        ],
      ],
    },
    { type: 'spacer', height: 32, background: plum },
    { type: 'spacer', height: 16 },
    { type: 'text', html: texts.invitation(person) },
    { type: 'button', label: texts.action, href: 'https://example.com/seats', align: 'left' },
    { type: 'divider' },
    { type: 'heading', html: texts.program, level: 2 },
    ...texts.hours.map(([hour, html]): Columns => ({
      type: 'columns',
      widths: '1-2',
      columns: [[{ type: 'text', html: `<p><b>${hour}</b></p>` }], [{ type: 'text', html }]],
    })),
    { type: 'spacer', height: 16 },
    { type: 'text', html: texts.note, background: '#ede9fe' },
  ],
}));
