import { smsSegments } from './sms-segments';

const times = (count: number, text = 'a'): string => text.repeat(count);

type Case = [text: string, encoding: string, segments: number, units: number, why: string];

describe('counting the segments of an SMS', () => {
  it.each<Case>([
    ['', 'GSM-7', 0, 0, 'nothing at all'],
    ['Hello', 'GSM-7', 1, 5, 'plain ASCII'],
    ['@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ¤¡ÄÖÑÜ§¿äöñüà', 'GSM-7', 1, 44, 'what GSM 03.38 has beyond ASCII'],
    ['^{}\\[~]|€\f', 'GSM-7', 1, 20, 'the extension table, two septets each'],
    [times(160), 'GSM-7', 1, 160, 'as much as one message takes'],
    [times(161), 'GSM-7', 2, 161, 'one septet more'],
    [times(306), 'GSM-7', 2, 306, 'two full parts'],
    [times(307), 'GSM-7', 3, 307, 'one septet more than two parts'],
    [times(80, '€'), 'GSM-7', 1, 160, 'eighty escaped characters'],
    [times(81, '€'), 'GSM-7', 2, 162, 'one escaped character too many'],
    [`${times(159)}€`, 'GSM-7', 2, 161, 'an escaped character over the end'],
    [times(153, '€'), 'GSM-7', 3, 306, 'parts of 153 that take 76 escaped characters each'],
    [`${times(152)}€${times(152)}`, 'GSM-7', 3, 306, 'an escape that would straddle the first two parts'],
    [`${times(151)}€${times(153)}`, 'GSM-7', 2, 306, 'an escape that just fits'],
    ['ç', 'UCS-2', 1, 1, 'a small c with cedilla, which is not in the alphabet'],
    ['`', 'UCS-2', 1, 1, 'a grave accent'],
    ['a\tb', 'UCS-2', 1, 3, 'a tab'],
    ['\x1b', 'UCS-2', 1, 1, 'the escape itself'],
    ['it’s', 'UCS-2', 1, 4, 'a curly apostrophe'],
    ['€\u20ad', 'UCS-2', 1, 2, 'the character after the last of the table'],
    ['Привет', 'UCS-2', 1, 6, 'another script'],
    ['😀', 'UCS-2', 1, 2, 'a surrogate pair'],
    ['\ud83d', 'UCS-2', 1, 1, 'half of one'],
    [times(70, 'я'), 'UCS-2', 1, 70, 'as much as one message takes'],
    [times(71, 'я'), 'UCS-2', 2, 71, 'one unit more'],
    [times(134, 'я'), 'UCS-2', 2, 134, 'two full parts'],
    [times(135, 'я'), 'UCS-2', 3, 135, 'one unit more than two parts'],
    [times(35, '😀'), 'UCS-2', 1, 70, 'thirty-five pairs'],
    [times(36, '😀'), 'UCS-2', 2, 72, 'one pair too many'],
    [`${times(69, 'я')}😀`, 'UCS-2', 2, 71, 'a pair over the end'],
    [times(67, '😀'), 'UCS-2', 3, 134, 'parts of 67 that take 33 pairs each'],
    [
      `${times(66, 'я')}😀${times(66, 'я')}`,
      'UCS-2',
      3,
      134,
      'a pair that would straddle the first two parts',
    ],
    [`${times(65, 'я')}😀${times(67, 'я')}`, 'UCS-2', 2, 134, 'a pair that just fits'],
  ])('%j is %s, %i segments of %i units: %s', (text, encoding, segments, units) => {
    expect(smsSegments(text)).toEqual({ encoding, segments, units });
  });

  it('counts 127 characters as one septet and 10 as two', () => {
    const alone = Array.from({ length: 0x1_0000 }, (_, code) => smsSegments(String.fromCharCode(code)));
    const gsm = alone.filter(({ encoding }) => encoding === 'GSM-7');
    expect(gsm.filter(({ units }) => units === 1)).toHaveLength(127);
    expect(gsm.filter(({ units }) => units === 2)).toHaveLength(10);
  });
});
