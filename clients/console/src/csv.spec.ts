import { guessMapping, mapped, readCsvHead } from './csv';

const fileOf = (text: string): Blob => new Blob([text]);

async function mappedText(text: string): Promise<string> {
  const file = fileOf(text);
  const head = await readCsvHead(file);
  return (await mapped(file, head, guessMapping(head.columns))).text();
}

describe('the beginning of a CSV file', () => {
  it('has its columns and first rows', async () => {
    const head = await readCsvHead(fileOf('a,b\r\n1,"x, ""y""\nz"\r\n\r\n2,\r\n3,c'), 3);
    expect(head).toEqual({
      columns: ['a', 'b'],
      rows: [
        ['1', 'x, "y"\nz'],
        ['2', ''],
        ['3', 'c'],
      ],
      begin: 5,
    });
  });

  it('may be a byte order mark and letters of several bytes', async () => {
    expect(await mappedText('\ufeffE-Mail,Größe\nann@example.com,5\n')).toBe(
      'integration,identifier,Größe\nemail,ann@example.com,5\n',
    );
  });
});

describe('a file whose columns have other names', () => {
  it('gets those of the API', async () => {
    expect(await mappedText('Channel,Address,name\nsms,+4915112345678,Bob\n')).toBe(
      'integration,identifier,name\nsms,+4915112345678,Bob\n',
    );
  });

  it('gets one channel for all, before each record and no blank line', async () => {
    expect(await mappedText('name,phone\n"A\nB",+491\n\nC,+492')).toBe(
      'integration,name,identifier\nsms,"A\nB",+491\n\nsms,C,+492',
    );
  });
});
