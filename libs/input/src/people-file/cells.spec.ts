import { identifierOf, isBlankCell, trimmedCell } from './cells';
import { channelNameOf, columnsOf, guessAddressMapping, guessMapping, hasAddresses } from './columns';

describe('an address in a cell', () => {
  it.each([
    [' ann@example.com ', 'ann@example.com'],
    ['ann@example.com\u00a0', 'ann@example.com'],
    ['ann@example.com\t', 'ann@example.com'],
    ['\u200bann@example.com\ufeff', 'ann@example.com'],
    ['a\u200bnn@example.com', 'a\u200bnn@example.com'],
    ["'=1@example.com", "'=1@example.com"],
    ['\u202a+4915112345678\u202c', '+4915112345678'],
    ['+49\u00a0151\u00a01234\u20115678', '+49 151 1234-5678'],
    ['+49\u2009151\u20121234\u22125678', '+49 151-1234-5678'],
    ["'0171 2345678", '0171 2345678'],
    ['="01712345678"', '01712345678'],
    ['4.91512E+12', '4.91512E+12'],
  ])('%j is interpreted as %j', (cell, expected) => expect(identifierOf(cell)).toBe(expected));
});

describe('a blank cell', () => {
  it.each(['', ' ', '\u00a0', '\t', '\u200b\ufeff'])('is %j', (cell) => {
    expect(isBlankCell(cell)).toBe(true);
    expect(trimmedCell(cell)).toBe('');
  });
});

describe('the columns of a header row', () => {
  it.each([
    [
      ['Integration', ' IDENTIFIER', 'Name '],
      ['integration', 'identifier', 'Name'],
    ],
    [
      ['integration', 'identifier', '', ''],
      ['integration', 'identifier'],
    ],
    [
      ['integration', '', 'identifier'],
      ['integration', '', 'identifier'],
    ],
    [
      ['\ufeffidentifier', 'Consent.Source'],
      ['identifier', 'consent.source'],
    ],
  ])('%j are %j', (cells, columns) => expect(columnsOf(cells)).toEqual(columns));

  it.each([
    [['Name', 'E-Mail'], 'E-Mail', 'email'],
    [['Name', 'E-Mail-Adresse'], 'E-Mail-Adresse', 'email'],
    [['Vorname', 'Handy'], 'Handy', 'sms'],
    [['Telefon', 'Ort'], 'Telefon', 'sms'],
    [['Mobilnummer'], 'Mobilnummer', 'sms'],
    [['Phone Number', 'Email Address'], 'Email Address', 'email'],
    [['WhatsApp'], 'WhatsApp', 'whatsapp'],
    [['nom', 'téléphone'], 'téléphone', 'sms'],
    [['nombre', 'correo electrónico'], 'correo electrónico', 'email'],
    [['Stadt', 'Adresse'], 'Adresse', 'email'],
  ])('%j have the address in %j, all %s', (columns, address, everybody) => {
    expect(guessAddressMapping(columns)).toEqual({ address, channel: null, everybody });
  });

  it.each([
    [['E-Mail', 'Vorname', 'Nachname', 'Handy', 'Stadt'], { email: 'E-Mail', phone: 'Handy' }],
    [['Name', 'Mailadresse', 'Ort'], { email: 'Mailadresse' }],
    [['First name', 'Email Address', 'Phone Number'], { email: 'Email Address', phone: 'Phone Number' }],
    [['Telefon', 'Fax', 'Mobilnummer', 'E-Mail-Status', 'E-Mail'], { email: 'E-Mail', phone: 'Mobilnummer' }],
    [['Prénom', 'Courriel', 'Téléphone portable'], { email: 'Courriel', phone: 'Téléphone portable' }],
    [['Nombre', 'Correo electrónico', 'Móvil'], { email: 'Correo electrónico', phone: 'Móvil' }],
    [
      ['Nome', 'E-mail', 'Cellulare', 'WhatsApp'],
      { email: 'E-mail', phone: 'Cellulare', whatsapp: 'WhatsApp' },
    ],
    [['Naam', 'E-mailadres', 'Telefoon'], { email: 'E-mailadres', phone: 'Telefoon' }],
    [['Imię', 'Numer telefonu', 'Numer klienta'], { phone: 'Numer telefonu' }],
    [['Name', 'Handy (WhatsApp)'], { whatsapp: 'Handy (WhatsApp)' }],
    [['External ID', 'Phone', 'SMS consent'], { phone: 'Phone', externalId: 'External ID' }],
    [
      ['email', 'phone', 'whatsapp', 'externalId', 'Telefon'],
      { email: 'email', phone: 'phone', whatsapp: 'whatsapp', externalId: 'externalId' },
    ],
  ])('%j are those of people with %j', (columns, chosen) => {
    const none = { email: null, phone: null, whatsapp: null, externalId: null };
    expect(guessMapping(columns)).toEqual({ people: { ...none, ...chosen } });
  });

  it.each([
    [['channel', 'email', 'name']],
    [['integration', 'identifier', 'phone']],
    [['identifier', 'email']],
    [['Stadt', 'Adresse']],
    [['externalId', 'name']],
    [['column1', 'column2']],
    [[]],
  ])('%j are those of addresses', (columns) => {
    expect(guessMapping(columns)).toEqual(guessAddressMapping(columns));
  });

  it('need a column with addresses', () => {
    const people = { email: null, phone: null, whatsapp: null, externalId: 'ID' };
    expect(hasAddresses({ people })).toBe(false);
    expect(hasAddresses({ people: { ...people, whatsapp: 'Handy' } })).toBe(true);
  });
});

describe('a channel in a cell', () => {
  it.each([
    ['E-Mail', 'email'],
    ['e\u2011mail\u00a0', 'email'],
    ['Mail', 'email'],
    ['Text message', 'sms'],
    ['Whats App', 'whatsapp'],
    [' SMS', 'SMS'],
    ['Fax', 'Fax'],
  ])('%j is %j', (cell, name) => expect(channelNameOf(cell)).toBe(name));
});
