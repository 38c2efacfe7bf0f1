import { distinctWords, ownWordIssues, readWord } from './consent-words';

describe('a message of one word', () => {
  it.each([
    ...['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT', 'OPT OUT'],
    ...[
      'PARAR',
      'BAJA',
      'ARRÊT',
      'STOPP',
      'СТОП',
      'İPTAL',
      'RET',
      'BERHENTI',
      'إيقاف',
      'रोकें',
      '退订',
      '停止',
      '수신거부',
    ],
  ])('stops messages: %s', (word) => {
    const bodies = [word, word.toLowerCase(), ` ${word}\r\n`, `${word}!`, `“${word}.”`, `*${word}* 🙏`];
    for (const body of bodies) expect([body, readWord(body)]).toEqual([body, 'STOP']);
  });

  it.each(['Opt-out', 'ＳＴＯＰ', 'arret', 'Arrêter.', 'Iptal', 'الغاء', '\u200eSTOP', 'stop-all'])(
    'stops messages in other spellings: %s',
    (body) => expect(readWord(body)).toBe('STOP'),
  );

  it.each(['START', 'UNSTOP', 'SUBSCRIBE', 'Opt in', 'COMEÇAR', 'СТАРТ', '開始'])(
    'starts them again: %s',
    (word) => {
      for (const body of [word, word.toLowerCase(), `\t${word} `, `${word}.`])
        expect(readWord(body)).toBe('START');
    },
  );

  it.each([
    '',
    ' ',
    '!',
    'Please stop',
    'stop it',
    'STOP START',
    'S T O P',
    'no',
    'restart',
    'yes',
    'Yes!',
    'yes please',
    'weekend',
  ])('is none of these: %j', (body) => expect(readWord(body)).toBeNull());
});

describe('the words of an account', () => {
  const own = { optOutWords: ['Schluss!', 'Ça suffit'], optInWords: ['Los'] };

  it.each([
    ['SCHLUSS', 'STOP'],
    ['ca suffit.', 'STOP'],
    ['los…', 'START'],
    ['stop', 'STOP'],
    ['Help?', 'HELP'],
    ['Schluss jetzt', null],
    ['!', null],
  ])('are read as the others are: %s', (body, meaning) => expect(readWord(body, own)).toBe(meaning));

  it('are none of those that all accounts have, and start nothing that they stop', () => {
    expect(ownWordIssues(own)).toEqual([]);
    const wrong = { optOutWords: ['Start', 'basta', '!'], optInWords: ['BASTA', 'quit', 'ok'] };
    expect(ownWordIssues(wrong).map(({ field, code }) => [field, code])).toEqual([
      ['optOutWords.0', 'not_allowed'],
      ['optOutWords.2', 'empty'],
      ['optInWords.0', 'conflict'],
      ['optInWords.1', 'not_allowed'],
    ]);
  });

  it('count once in whatever spelling', () => {
    expect(distinctWords(['Basta', 'basta!', 'ＢＡＳＴＡ', 'Ende gut'])).toEqual(['Basta', 'Ende gut']);
  });
});
