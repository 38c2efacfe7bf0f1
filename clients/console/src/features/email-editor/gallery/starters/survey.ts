import { type Pair, starter } from '../starter';

const en = {
  name: 'Survey',
  about: 'A quick answer by click, and a short form',
  title: 'How was your visit?',
  lead: (person: string) =>
    `<p>Hi ${person},</p><p>you were with us last week. One click tells us how it was:</p>`,
  answers: [
    ['good', 'Very good'],
    ['fair', 'All right'],
    ['poor', 'Not so good'],
  ] as Pair[],
  more: 'Do you have two more minutes?',
  moreText:
    '<p>Three questions help us most:</p><ol><li>What did you come for?</li><li>What was missing?</li><li>What should never change?</li></ol>',
  action: 'Answer the questions',
  thanks: '<p>We read every answer, and write in spring about what changes. Thank you for your time.</p>',
};

const de: typeof en = {
  name: 'Umfrage',
  about: 'Eine schnelle Antwort per Klick und ein kurzer Fragebogen',
  title: 'Wie war Ihr Besuch?',
  lead: (person) =>
    `<p>Hallo ${person},</p><p>Sie waren in der vergangenen Woche bei uns. Ein Klick genügt, und wir wissen, wie es war:</p>`,
  answers: [
    ['good', 'Sehr gut'],
    ['fair', 'In Ordnung'],
    ['poor', 'Nicht so gut'],
  ],
  more: 'Haben Sie noch zwei Minuten?',
  moreText:
    '<p>Drei Fragen helfen uns besonders:</p><ol><li>Weshalb sind Sie gekommen?</li><li>Was hat Ihnen gefehlt?</li><li>Was soll so bleiben, wie es ist?</li></ol>',
  action: 'Fragen beantworten',
  thanks:
    '<p>Wir lesen jede Antwort und berichten im Frühjahr, was sich ändert. Vielen Dank für Ihre Zeit.</p>',
};

/** Behind the answers, from good to poor. */
const scale = ['#bbf7d0', '#fef08a', '#fecaca'];

export const survey = starter(
  { en, de },
  (texts, person) => ({
    style: {
      background: '#dbe7f3',
      surface: '#ffffff',
      text: '#172554',
      link: '#be185d',
      button: '#be185d',
      buttonText: '#ffffff',
    },
    blocks: [
      { type: 'spacer', height: 24 },
      { type: 'heading', html: texts.title, level: 1, align: 'center' },
      { type: 'spacer', height: 8 },
      { type: 'text', html: texts.lead(person) },
      {
        type: 'columns',
        widths: '1-1-1',
        columns: texts.answers.map(([value, label], index) => [
          {
            type: 'text',
            html: `<p><a href="https://example.com/survey?visit=${value}"><b>${label}</b></a></p>`,
            align: 'center',
            background: scale[index] ?? '#ffffff',
          },
        ]),
      },
      { type: 'spacer', height: 24 },
      { type: 'divider' },
      { type: 'heading', html: texts.more, level: 2 },
      { type: 'text', html: texts.moreText },
      { type: 'button', label: texts.action, href: 'https://example.com/survey', align: 'left' },
      { type: 'spacer', height: 16 },
      { type: 'text', html: texts.thanks, background: '#eff6ff' },
    ],
  }),
  scale,
);
