import { type Footer, htmlFooter, withTextFooter } from './footer';

const footer: Footer = { watermark: true, postalAddress: 'Domplatz 1, Köln', hasLink: true };
const textsIn = (given: Footer): [html: string, text: string] => [
  JSON.stringify(htmlFooter(given, '')),
  JSON.stringify(withTextFooter(['Hi'], given)),
];

describe('the footer', () => {
  it.each([
    [undefined, 'Sent with Carillon', 'Unsubscribe'],
    ['en', 'Sent with Carillon', 'Unsubscribe'],
    ['de', 'Versendet mit Carillon', 'Abmelden'],
  ] as const)('is in the language of the sender’s settings: %s', (language, watermark, unsubscribe) => {
    for (const text of textsIn({ ...footer, language })) {
      expect(text).toContain(watermark);
      expect(text).toContain(unsubscribe);
      expect(text).toContain('Domplatz 1, Köln');
    }
  });

  it('has no fixed text in any language if it has no content', () => {
    const bare: Footer = { watermark: false, postalAddress: undefined, hasLink: false, language: 'de' };
    expect(withTextFooter(['Hi'], bare)).toEqual(['Hi']);
  });
});
