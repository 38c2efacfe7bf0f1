import { starter } from '../starter';

const en = {
  name: 'Newsletter',
  about: 'A lead story, two short reads, and a date',
  issue: '<i>Your company · The autumn letter</i>',
  title: 'Slow mornings, long evenings',
  lead: 'Three short reads for a gray afternoon, and one date for your calendar.',
  greeting: (person: string) =>
    `<p>Hi ${person},</p><p>the leaves are down, the kettle is on, and we have been busy. Here is what we made, read, and learned this season.</p>`,
  story: 'How a small idea became our new workshop',
  storyText:
    '<p>It began with a sketch on a napkin. A year later, twelve people meet there every week. We tell the story from the first nail to the first guest.</p>',
  read: 'Read the story',
  left: 'What we are reading',
  leftText:
    '<p>Five books that stayed with us, and one that we could not put down. <a href="https://example.com/books">See the list</a></p>',
  right: 'A question from you',
  rightText:
    '<p>“How do you choose your materials?” Our answer is longer than we thought. <a href="https://example.com/answer">Read the answer</a></p>',
  date: 'Save the date',
  dateText:
    '<p><b>Saturday, 12 December, 10 a.m. to 4 p.m.</b><br>Open house, with coffee and a look behind the scenes.</p>',
};

const de: typeof en = {
  name: 'Newsletter',
  about: 'Ein Leitartikel, zwei kurze Beiträge und ein Termin',
  issue: '<i>Ihr Unternehmen · Der Herbstbrief</i>',
  title: 'Langsame Morgen, lange Abende',
  lead: 'Drei kurze Geschichten für einen grauen Nachmittag und ein Termin für Ihren Kalender.',
  greeting: (person) =>
    `<p>Hallo ${person},</p><p>das Laub ist gefallen, der Tee ist aufgesetzt, und wir waren fleißig. Hier lesen Sie, was wir in dieser Jahreszeit gebaut, gelesen und gelernt haben.</p>`,
  story: 'Wie aus einer kleinen Idee unsere neue Werkstatt wurde',
  storyText:
    '<p>Es begann mit einer Skizze auf einer Serviette. Ein Jahr später treffen sich dort jede Woche zwölf Menschen. Wir erzählen die Geschichte vom ersten Nagel bis zum ersten Gast.</p>',
  read: 'Zur Geschichte',
  left: 'Was wir gerade lesen',
  leftText:
    '<p>Fünf Bücher, die uns begleitet haben, und eines, das wir nicht weglegen konnten. <a href="https://example.com/buecher">Zur Liste</a></p>',
  right: 'Eine Frage von Ihnen',
  rightText:
    '<p>„Wie wählen Sie Ihre Materialien aus?“ Unsere Antwort ist länger geworden als gedacht. <a href="https://example.com/antwort">Zur Antwort</a></p>',
  date: 'Zum Vormerken',
  dateText:
    '<p><b>Samstag, 12. Dezember, 10 bis 16 Uhr</b><br>Tag der offenen Tür, mit Kaffee und einem Blick hinter die Kulissen.</p>',
};

const straw = '#f3dfc1';

export const newsletter = starter({ en, de }, (texts, person) => ({
  style: {
    background: '#efe7da',
    surface: '#fffaf2',
    text: '#33291f',
    link: '#8a3b12',
    button: '#8a3b12',
    buttonText: '#ffffff',
    font: 'serif',
  },
  blocks: [
    { type: 'text', html: `<p>${texts.issue}</p>`, align: 'center', background: straw },
    { type: 'spacer', height: 24 },
    { type: 'heading', html: texts.title, level: 1, align: 'center' },
    { type: 'text', html: `<p>${texts.lead}</p>`, align: 'center' },
    { type: 'divider' },
    { type: 'text', html: texts.greeting(person) },
    { type: 'spacer', height: 12 },
    { type: 'heading', html: texts.story, level: 2 },
    { type: 'text', html: texts.storyText },
    { type: 'button', label: texts.read, href: 'https://example.com/story', align: 'left' },
    { type: 'divider' },
    {
      type: 'columns',
      widths: '1-1',
      columns: [
        [
          { type: 'heading', html: texts.left, level: 3 },
          { type: 'text', html: texts.leftText },
        ],
        [
          { type: 'heading', html: texts.right, level: 3 },
          { type: 'text', html: texts.rightText },
        ],
      ],
    },
    { type: 'spacer', height: 16 },
    { type: 'spacer', height: 12, background: straw },
    { type: 'heading', html: texts.date, level: 3, align: 'center', background: straw },
    { type: 'text', html: texts.dateText, align: 'center', background: straw },
    { type: 'spacer', height: 12, background: straw },
    {
      type: 'social',
      align: 'center',
      links: [
        { network: 'website', href: 'https://example.com/' },
        { network: 'instagram', href: 'https://example.com/instagram' },
      ],
    },
  ],
}));
