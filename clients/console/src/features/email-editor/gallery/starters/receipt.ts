import type { Columns } from '../../design/blocks';
import { type Pair, starter } from '../starter';

const en = {
  name: 'Receipt',
  about: 'An order with its items, total, and delivery',
  sender: '<p><b>Your company</b></p>',
  title: 'Thank you for your order',
  lead: '<p>We are packing it now, and write again when it is on its way.</p>',
  number: '<p>Order <b>10042</b><br>29 November</p>',
  items: [
    ['<p><b>Notebook, dotted</b><br>2 pieces</p>', '<p>€24.00</p>'],
    ['<p><b>Fountain pen</b><br>Black, medium nib</p>', '<p>€39.00</p>'],
    ['<p><b>Delivery</b></p>', '<p>€4.90</p>'],
  ] as Pair[],
  total: ['<p><b>Total, including VAT</b></p>', '<p><b>€67.90</b></p>'] as Pair,
  address: 'Delivery address',
  addressText: '<p>Ann Example<br>12 Garden Lane<br>Bristol BS1 4ND</p>',
  payment: 'Payment',
  paymentText: '<p>Card ending in 1234<br>Paid on 29 November</p>',
  action: 'View my order',
  help: '<p>Something is not right? Reply to this email, and we fix it.</p>',
};

const de: typeof en = {
  name: 'Bestellbestätigung',
  about: 'Eine Bestellung mit Positionen, Summe und Lieferung',
  sender: '<p><b>Ihr Unternehmen</b></p>',
  title: 'Vielen Dank für Ihre Bestellung',
  lead: '<p>Wir packen sie gerade ein und melden uns, sobald sie unterwegs ist.</p>',
  number: '<p>Bestellung <b>10042</b><br>29. November</p>',
  items: [
    ['<p><b>Notizbuch, gepunktet</b><br>2 Stück</p>', '<p>24,00 €</p>'],
    ['<p><b>Füllfederhalter</b><br>Schwarz, mittlere Feder</p>', '<p>39,00 €</p>'],
    ['<p><b>Versand</b></p>', '<p>4,90 €</p>'],
  ],
  total: ['<p><b>Summe inkl. MwSt.</b></p>', '<p><b>67,90 €</b></p>'],
  address: 'Lieferadresse',
  addressText: '<p>Ann Beispiel<br>Gartenweg 12<br>50667 Köln</p>',
  payment: 'Zahlung',
  paymentText: '<p>Karte mit der Endung 1234<br>Bezahlt am 29. November</p>',
  action: 'Bestellung ansehen',
  help: '<p>Stimmt etwas nicht? Antworten Sie auf diese E-Mail, wir kümmern uns darum.</p>',
};

const teal = '#115e59';

export const receipt = starter({ en, de }, (texts) => {
  const row = ([what, price]: Pair, background?: string): Columns => ({
    type: 'columns',
    widths: '2-1',
    columns: [[{ type: 'text', html: what }], [{ type: 'text', html: price, align: 'right' }]],
    ...(background !== undefined && { background }),
  });
  return {
    style: { button: '#0f766e', buttonText: '#ffffff' },
    blocks: [
      { type: 'text', html: texts.sender, background: teal },
      { type: 'spacer', height: 24 },
      { type: 'heading', html: texts.title, level: 1 },
      { type: 'text', html: texts.lead },
      { type: 'text', html: texts.number },
      { type: 'divider' },
      ...texts.items.map((item) => row(item)),
      row(texts.total, '#ccfbf1'),
      { type: 'spacer', height: 16 },
      {
        type: 'columns',
        widths: '1-1',
        columns: [
          [
            { type: 'heading', html: texts.address, level: 3 },
            { type: 'text', html: texts.addressText },
          ],
          [
            { type: 'heading', html: texts.payment, level: 3 },
            { type: 'text', html: texts.paymentText },
          ],
        ],
      },
      { type: 'spacer', height: 8 },
      { type: 'button', label: texts.action, href: 'https://example.com/order', align: 'left' },
      { type: 'divider' },
      { type: 'text', html: texts.help },
      { type: 'spacer', height: 8 },
    ],
  };
});
