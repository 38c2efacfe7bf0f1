import { starter } from '../starter';

const en = {
  name: 'Announcement',
  about: 'One new thing, and why it matters',
  kicker: 'New this month',
  title: 'Book in two clicks, not in ten',
  lead: 'Our new calendar shows every free hour at a glance.',
  intro:
    '<p>You asked for a faster way to book. We listened, watched how you work, and built the calendar again from the beginning. It is open to everybody today.</p>',
  action: 'Try the new calendar',
  first: 'Faster',
  firstText: '<p>Choose a day and an hour. That is all.</p>',
  second: 'Clearer',
  secondText: '<p>Free, taken, and yours have their own colors.</p>',
  third: 'Together',
  thirdText: '<p>Invite others, and find an hour that suits all.</p>',
  note: '<p><b>What about my bookings?</b> They are all there. You do not have to do anything.</p>',
};

const de: typeof en = {
  name: 'Ankündigung',
  about: 'Eine Neuheit und was sie bringt',
  kicker: 'Neu in diesem Monat',
  title: 'Buchen mit zwei Klicks statt mit zehn',
  lead: 'Unser neuer Kalender zeigt jede freie Stunde auf einen Blick.',
  intro:
    '<p>Sie haben sich gewünscht, schneller buchen zu können. Wir haben zugehört, Ihnen über die Schulter geschaut und den Kalender von Grund auf neu gebaut. Ab heute steht er allen offen.</p>',
  action: 'Neuen Kalender ausprobieren',
  first: 'Schneller',
  firstText: '<p>Tag und Uhrzeit wählen, fertig.</p>',
  second: 'Klarer',
  secondText: '<p>Frei, belegt und gebucht haben eigene Farben.</p>',
  third: 'Gemeinsam',
  thirdText: '<p>Laden Sie andere ein und finden Sie eine Zeit, die allen passt.</p>',
  note: '<p><b>Und meine Buchungen?</b> Die sind alle noch da. Sie müssen nichts tun.</p>',
};

const night = '#14213d';
const amber = '#fca311';

export const announcement = starter({ en, de }, (texts) => ({
  style: { button: '#c2410c', buttonText: '#ffffff' },
  blocks: [
    { type: 'text', html: `<p><b>${texts.kicker}</b></p>`, align: 'center', background: amber },
    { type: 'spacer', height: 40, background: night },
    { type: 'heading', html: texts.title, level: 1, align: 'center', background: night },
    { type: 'text', html: `<p>${texts.lead}</p>`, align: 'center', background: night },
    { type: 'spacer', height: 40, background: night },
    { type: 'spacer', height: 16 },
    { type: 'text', html: texts.intro },
    { type: 'button', label: texts.action, href: 'https://example.com/calendar', align: 'center' },
    { type: 'divider' },
    {
      type: 'columns',
      widths: '1-1-1',
      columns: [
        [
          { type: 'heading', html: texts.first, level: 3 },
          { type: 'text', html: texts.firstText },
        ],
        [
          { type: 'heading', html: texts.second, level: 3 },
          { type: 'text', html: texts.secondText },
        ],
        [
          { type: 'heading', html: texts.third, level: 3 },
          { type: 'text', html: texts.thirdText },
        ],
      ],
    },
    { type: 'divider' },
    { type: 'text', html: texts.note },
    { type: 'spacer', height: 16 },
  ],
}));
