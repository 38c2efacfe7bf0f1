import {
  dataColumns,
  fieldColumns,
  guessAddressMapping,
  guessMapping,
  readCsvHead,
  rejectedRows,
  rejectionsIn,
  storedRow,
  toApiFile,
} from './csv';

const fileOf = (text: string): Blob => new Blob([text]);

async function convertedText(text: string): Promise<string> {
  const file = fileOf(text);
  const head = await readCsvHead(file);
  return (await toApiFile(file, head, guessMapping(head.columns))).text();
}

describe('the beginning of a CSV file', () => {
  it('has its columns and first rows', async () => {
    const head = await readCsvHead(fileOf('a,b\r\n1,"x, ""y""\nz"\r\n\r\n2,\r\n3,c'), 3);
    expect(head).toMatchObject({
      columns: ['a', 'b'],
      rows: [
        ['1', 'x, "y"\nz'],
        ['2', ''],
        ['3', 'c'],
      ],
      begin: 0,
      separator: ',',
      encoding: 'utf-8',
      isHeaderless: false,
    });
  });

  it('can be a byte order mark, and can have characters of several bytes', async () => {
    expect(await convertedText('\ufeffE-Mail,Größe\nann@example.com,5\n')).toBe(
      'email,Größe\nann@example.com,5\n',
    );
  });
});

describe('a file with other column names', () => {
  it('gets the column names of the API', async () => {
    expect(await convertedText('Channel,Address,name\nsms,+4915112345678,Bob\n')).toBe(
      'integration,identifier,name\nsms,+4915112345678,Bob\n',
    );
  });

  it('keeps blank lines', async () => {
    expect(await convertedText('name,Handy\n"A\nB",+491\n\nC,+492')).toBe(
      'name,phone\n"A\nB",+491\n\nC,+492\n',
    );
  });

  it('keeps a column with a name that has another meaning in the API', async () => {
    const file = fileOf('integration,phone\nCRM,+491\n');
    const mapping = { address: 'phone', channel: null, everybody: 'sms' } as const;
    const sent = await toApiFile(file, await readCsvHead(file), mapping);
    expect(await sent.text()).toBe('integration,integration_,identifier\nsms,CRM,+491\n');
  });

  it('can be larger than the read buffer, without repeated or lost lines', async () => {
    const lines = Array.from({ length: 60_000 }, (_, n) => `"Ann, the ${n}th\nof many",ann${n}@example.com`);
    const text = await convertedText(`name,mail\n${lines.join('\n')}\n`);
    expect(text.length).toBeGreaterThan(2 * 1024 * 1024);
    expect(text).toBe(`name,email\n${lines.join('\n')}\n`);
  });

  it('keeps an invalid line, so that the API rejects only that line', async () => {
    expect(await convertedText('size,mail\n5" pipe,ann@example.com\n6,bob@example.com\n')).toBe(
      'size,email\n5" pipe,ann@example.com\n6,bob@example.com\n',
    );
  });

  it('can have the format of German spreadsheets', async () => {
    const text = 'Mail;Grüße\r\nann@example.com;"a;b, c"\r\n\r\nbob@example.com;ja\r\n';
    const file = new Blob([Uint8Array.from(text, (letter) => letter.charCodeAt(0))]);
    const head = await readCsvHead(file);
    expect(head).toMatchObject({ columns: ['Mail', 'Grüße'], separator: ';', encoding: 'windows-1252' });
    const sent = await toApiFile(file, head, guessMapping(head.columns));
    expect(await sent.text()).toBe('email,Grüße\nann@example.com,"a;b, c"\n\nbob@example.com,ja\n');
  });

  it('gets the same channel in each record, but not in blank lines', async () => {
    const file = fileOf('name,phone\n"A\nB",+491\n\nC,+492');
    const head = await readCsvHead(file);
    const sent = await toApiFile(file, head, guessAddressMapping(head.columns));
    expect(await sent.text()).toBe('integration,name,identifier\nsms,"A\nB",+491\n\nsms,C,+492\n');
  });
});

describe('a row in its stored form', () => {
  const rowOf = async (text: string) => {
    const head = await readCsvHead(fileOf(text));
    return storedRow(head.rows[0] ?? [], head, guessMapping(head.columns));
  };

  it('has a normalized address, and data without line breaks', async () => {
    expect(await rowOf('channel,mail,note,consent.source\nEmail, Ann@Example.com ,"a\nb",Fair\n')).toEqual({
      ...{ fields: { channel: 'email', address: 'ann@example.com' }, isTaken: true, reason: null },
      ...{ data: ['a b'], hasConsent: true },
    });
    expect(await rowOf('phone\n+49 (151) 123-45678\n')).toMatchObject({
      ...{ fields: { phone: '+4915112345678' }, isTaken: true, hasConsent: false },
    });
  });

  it('has all addresses and fields of a person', async () => {
    const text = 'E-Mail;Vorname;Handy;Country;Email\n Ann@Example.com;Ann;0171 2345678;de;x\n';
    const head = await readCsvHead(fileOf(text));
    const none = { email: null, phone: null, whatsapp: null, externalId: null };
    const mapping = { people: { ...none, email: 'E-Mail', phone: 'Handy', whatsapp: 'Handy' } };
    expect(fieldColumns(head, mapping)).toEqual(['email', 'phone', 'whatsapp', 'country']);
    expect(dataColumns(head, mapping)).toEqual(['Vorname', 'email_']);
    const row = head.rows[0] ?? [];
    expect(storedRow(row, head, mapping, 'DE')).toEqual({
      ...{ isTaken: true, reason: null, data: ['Ann', 'x'], hasConsent: false },
      fields: {
        ...{ email: 'ann@example.com', phone: '+491712345678', whatsapp: '+491712345678', country: 'de' },
      },
    });
    expect(storedRow(row, head, mapping)).toMatchObject({
      reason: 'phone: invalid_phone; whatsapp: invalid_phone',
      fields: { email: 'Ann@Example.com', phone: '0171 2345678', whatsapp: '0171 2345678', country: 'de' },
    });
  });

  it.each(['mail\nnobody\n', 'phone\n0151 12345678\n', 'channel,mail\npost,ann@example.com\n'])(
    'shows that it is not imported: %j',
    async (text) => {
      expect(await rowOf(text)).toMatchObject({ isTaken: false });
    },
  );
});

describe('a workbook', () => {
  it('is distinguished from CSV', async () => {
    const file = new Blob([Uint8Array.from([0x50, 0x4b, 3, 4, 20, 0])]);
    await expect(readCsvHead(file)).rejects.toMatchObject({ kind: 'xlsx' });
  });
});

describe('rejected lines', () => {
  it('are grouped by reason, the most frequent first', async () => {
    const file = fileOf('line,reason,text\r\n2,a,x\r\n3,b,"y\nz"\r\n9,b,w\r\n');
    const { lines, byReason } = await rejectionsIn(file);
    expect(lines).toHaveLength(3);
    expect(byReason.map(({ reason, count }) => [reason, count])).toEqual([
      ['b', 2],
      ['a', 1],
    ]);
  });

  it('become a file with the same columns and complete records', async () => {
    const sent = fileOf('integration,identifier,name\nemail,a@,"A\nB"\nemail,b@example.com,B\nsms,1,C\n');
    const rejected = fileOf('line,reason,text\n2,identifier: invalid_email,"email,a@,""A\n5"\n5,x,y\n');
    expect(await (await rejectedRows(sent, rejected)).text()).toBe(
      'integration,identifier,name\nemail,a@,"A\nB"\nsms,1,C\n',
    );
  });
});
