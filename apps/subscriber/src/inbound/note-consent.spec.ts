import { readWord } from './note-consent';

describe('a message of one word', () => {
  it.each(['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'])(
    'stops messages: %s',
    (word) => {
      for (const body of [word, word.toLowerCase(), ` ${word}\r\n`]) expect(readWord(body)).toBe('STOP');
    },
  );

  it.each(['START', 'YES', 'UNSTOP'])('starts them again: %s', (word) => {
    for (const body of [word, word.toLowerCase(), `\t${word} `]) expect(readWord(body)).toBe('START');
  });

  it.each([
    '',
    ' ',
    'Please stop',
    'STOP!',
    'stop it',
    'STOP START',
    'S T O P',
    'no',
    'restart',
    'yes please',
  ])('is none of these: %j', (body) => expect(readWord(body)).toBeNull());
});
