import { noExtensions } from './extensions';
import { lackFor, lineOf } from './mail';

const everything = {
  ...noExtensions,
  pipelining: true,
  size: { limit: 1_000 },
  eightBitMime: true,
  smtpUtf8: true,
};
const envelope = { from: 'a@x.example', to: 'b@y.example', size: 100 };

describe('an envelope', () => {
  it('contains the size if the server offers that', () => {
    expect(lineOf('MAIL', envelope, everything)).toBe('MAIL FROM:<a@x.example> SIZE=100\r\n');
    expect(lineOf('MAIL', envelope, noExtensions)).toBe('MAIL FROM:<a@x.example>\r\n');
    expect(lineOf('RCPT', envelope, everything)).toBe('RCPT TO:<b@y.example>\r\n');
  });

  it('announces bytes and addresses beyond ASCII', () => {
    const beyond = { ...envelope, to: 'zoë@y.example', isEightBit: true };
    expect(lineOf('MAIL', beyond, everything)).toBe(
      'MAIL FROM:<a@x.example> SMTPUTF8 BODY=8BITMIME SIZE=100\r\n',
    );
    expect(Buffer.from(lineOf('RCPT', beyond, everything), 'latin1').toString()).toBe(
      'RCPT TO:<zoë@y.example>\r\n',
    );
  });

  it('requires the extensions that the email depends on', () => {
    expect(lackFor(envelope, noExtensions)).toBeNull();
    expect(lackFor({ ...envelope, from: '' }, noExtensions)).toBeNull();
    expect(lackFor({ ...envelope, size: 1_001 }, everything)).toBe('SIZE');
    expect(lackFor({ ...envelope, size: 1_001 }, { ...everything, size: { limit: 0 } })).toBeNull();
    expect(lackFor({ ...envelope, isEightBit: true }, noExtensions)).toBe('8BITMIME');
    expect(lackFor({ ...envelope, to: 'zoë@y.example' }, noExtensions)).toBe('SMTPUTF8');
  });

  it.each(['', 'a@x>\r\nDATA', 'a@x\nRSET', 'a b@x', '<a@x>', 'a\0@x', 'a@x SIZE=1'])(
    'rejects an address that would break its command: %j',
    (to) => {
      expect(lackFor({ ...envelope, to }, everything)).toBe('ADDRESS');
    },
  );
});
