import type { Columns, Leaf } from '../../design/blocks';
import { type Pair, starter } from '../starter';

const en = {
  name: 'Sale',
  about: 'One offer, four products, and a code',
  until: 'Only until Sunday',
  title: 'Winter is coming. 20% off everything warm.',
  lead: 'Knitted in small batches. When they are gone, they are gone.',
  action: 'See the collection',
  products: [
    ['Wool scarf', '<p>Undyed, extra long.<br><s>€60</s> <b>€48</b></p>'],
    ['Felt slippers', '<p>With a leather sole.<br><s>€45</s> <b>€36</b></p>'],
    ['Ribbed hat', '<p>In five colors.<br><s>€35</s> <b>€28</b></p>'],
    ['Cotton blanket', '<p>Big enough for two.<br><s>€110</s> <b>€88</b></p>'],
  ] as Pair[],
  code: '<p>Your code at checkout</p>',
  terms:
    '<p>The code is valid once per person until Sunday at midnight. It does not apply to gift cards.</p>',
};

const de: typeof en = {
  name: 'Aktion',
  about: 'Ein Angebot, vier Produkte und ein Code',
  until: 'Nur bis Sonntag',
  title: 'Der Winter kommt. 20 % auf alles, was wärmt.',
  lead: 'In kleinen Auflagen gestrickt. Was weg ist, ist weg.',
  action: 'Zur Kollektion',
  products: [
    ['Wollschal', '<p>Ungefärbt und extralang.<br><s>60 €</s> <b>48 €</b></p>'],
    ['Filzpantoffeln', '<p>Mit Ledersohle.<br><s>45 €</s> <b>36 €</b></p>'],
    ['Rippenmütze', '<p>In fünf Farben.<br><s>35 €</s> <b>28 €</b></p>'],
    ['Baumwolldecke', '<p>Groß genug für zwei.<br><s>110 €</s> <b>88 €</b></p>'],
  ],
  code: '<p>Ihr Code an der Kasse</p>',
  terms: '<p>Der Code gilt einmal pro Person bis Sonntag um Mitternacht. Er gilt nicht für Gutscheine.</p>',
};

const sun = '#ffd23f';
const ink = '#1a1a1a';

export const sale = starter({ en, de }, (texts) => {
  const product = ([name, html]: Pair): Leaf[] => [
    { type: 'heading', html: name, level: 3 },
    { type: 'text', html },
  ];
  const row = (pairs: Pair[]): Columns => ({ type: 'columns', widths: '1-1', columns: pairs.map(product) });
  return {
    style: {
      background: '#fff3c4',
      surface: '#fffdf5',
      text: ink,
      link: ink,
      button: ink,
      buttonText: sun,
      font: 'rounded',
    },
    blocks: [
      { type: 'text', html: `<p><b>${texts.until}</b></p>`, align: 'center', background: ink },
      { type: 'spacer', height: 32, background: sun },
      { type: 'heading', html: texts.title, level: 1, align: 'center', background: sun },
      { type: 'text', html: `<p>${texts.lead}</p>`, align: 'center', background: sun },
      {
        type: 'button',
        label: texts.action,
        href: 'https://example.com/collection',
        align: 'center',
        background: sun,
      },
      { type: 'spacer', height: 24, background: sun },
      { type: 'spacer', height: 16 },
      row(texts.products.slice(0, 2)),
      row(texts.products.slice(2)),
      { type: 'spacer', height: 16 },
      { type: 'spacer', height: 12, background: ink },
      { type: 'text', html: texts.code, align: 'center', background: ink },
      { type: 'heading', html: 'WARM20', level: 2, align: 'center', background: ink },
      { type: 'spacer', height: 12, background: ink },
      { type: 'text', html: texts.terms, align: 'center' },
    ],
  };
});
