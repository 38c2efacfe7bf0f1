import { dkimRecord, isRecordOf } from './record';
import { parseTags } from './tags';

const rsa = { algorithm: 'RSA_2048', publicKey: 'MIIBIjAN' } as const;
const ed25519 = { algorithm: 'ED25519', publicKey: '11qYAYKx' } as const;

describe('the record of a key', () => {
  it('has the form of RFC 6376 and RFC 8463', () => {
    expect(dkimRecord(rsa)).toBe('v=DKIM1; k=rsa; p=MIIBIjAN');
    expect(dkimRecord(ed25519)).toBe('v=DKIM1; k=ed25519; p=11qYAYKx');
  });

  it.each([
    'v=DKIM1; k=rsa; p=MIIBIjAN',
    'v=DKIM1;k=rsa;p=MIIBIjAN;',
    'p=MIIBIjAN',
    'v=DKIM1; p=MIIB IjAN',
    'v=DKIM1; h=sha1:sha256; s=*; t=y; n=x; p=MIIBIjAN',
    'v=DKIM1; s=email; p=MIIBIjAN',
  ])('can have another form: %s', (text) => {
    expect(isRecordOf(rsa, text)).toBe(true);
  });

  it.each([
    'v=DKIM1; k=rsa; p=MIIBIjAO',
    'v=DKIM1; k=rsa; p=',
    'v=DKIM1; k=ed25519; p=MIIBIjAN',
    'v=DKIM2; k=rsa; p=MIIBIjAN',
    'v=DKIM1; h=sha1; p=MIIBIjAN',
    'v=DKIM1; s=tlsrpt; p=MIIBIjAN',
    'v=DKIM1; k=rsa; p=MIIBIjAN; p=MIIBIjAN',
    'v=DKIM1; k=rsa; MIIBIjAN',
    '',
  ])('is another one: %s', (text) => {
    expect(isRecordOf(rsa, text)).toBe(false);
  });

  it('of an Ed25519 key names its algorithm, because RSA is the default', () => {
    expect(isRecordOf(ed25519, dkimRecord(ed25519))).toBe(true);
    expect(isRecordOf(ed25519, 'v=DKIM1; p=11qYAYKx')).toBe(false);
  });
});

describe('parseTags', () => {
  it('reads values with white space and equals signs', () => {
    expect(parseTags(' a = 1 ; b2=x=y;c=; ')).toEqual(
      new Map([
        ['a', '1'],
        ['b2', 'x=y'],
        ['c', ''],
      ]),
    );
  });

  it.each(['a', 'a=1;;b=2', 'a=1;a=2', '=1'])('refuses %j', (text) => {
    expect(parseTags(text)).toBeNull();
  });
});
