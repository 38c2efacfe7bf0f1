import { distinctKeywords, accountKeywordIssues, readReply } from './consent-keywords';
import { promotionButtons } from './replies/vocabulary';

const meaningOf = (text: string) => readReply({ text });

describe('a keyword', () => {
  it.each([
    ...['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT', 'OPT OUT'],
    ...['PARAR', 'BAJA', 'ARRÊT', 'STOPP', 'СТОП', 'İPTAL', 'RET', 'BERHENTI'],
    ...['إيقاف', 'रोकें', '退订', '停止', '수신거부', 'הסר', 'HỦY ĐĂNG KÝ', 'หยุด', 'TD', 'AFMELDEN'],
  ])('stops messages: %s', (word) => {
    const bodies = [word, word.toLowerCase(), ` ${word}\r\n`, `${word}!`, `“${word}.”`, `*${word}* 🙏`];
    for (const body of bodies) expect([body, meaningOf(body)]).toEqual([body, 'STOP']);
  });

  it.each([
    'Opt-out',
    'ＳＴＯＰ',
    'arret',
    'Arrêter.',
    'Iptal',
    'الغاء',
    '\u200eSTOP',
    'stop-all',
    'S T O P',
    'S.T.O.P.',
    'STОP',
  ])('stops messages in other spellings: %s', (body) => expect(meaningOf(body)).toBe('STOP'));

  it.each(['START', 'UNSTOP', 'SUBSCRIBE', 'Opt in', 'COMEÇAR', 'СТАРТ', '開始'])(
    'starts them again: %s',
    (word) => {
      for (const body of [
        word,
        word.toLowerCase(),
        `\t${word} `,
        `${word}.`,
        `${word} please`,
        `${word}\n\nSent from my iPhone`,
      ])
        expect(meaningOf(body)).toBe('START');
    },
  );

  it.each(['HELP', 'Help please', 'info', 'Hilfe!', 'ayuda'])('asks for help: %s', (body) =>
    expect(meaningOf(body)).toBe('HELP'),
  );
});

describe('an opt-out in free text', () => {
  it.each([
    // Courtesy and punctuation. 47 CFR 64.1200(a)(10).
    ...[
      'Stop. Thank you',
      'STOP please',
      'Please stop',
      'Stop, please!',
      'stop stop',
      'Ok stop',
      'Hi, please stop. Thanks, Ann',
      'stop now!!',
      'STOP 🛑🛑',
    ],
    ...[
      'Stop it',
      'stop this',
      'no more',
      'No more texts please',
      'Cancel please',
      'end texts',
      'quit texting me',
      'cancel my subscription',
    ],
    // Misspelled, and run together.
    ...[
      'unsuscribe',
      'unsubcribe',
      'unsubsribe me',
      'Unsubscibe',
      'unsubscrib',
      'unsubscirbe please',
      'un-subscribe',
      'unsub',
      'stopppp',
      'STOOOOP',
      'stpo',
      'sotp',
      'st0p',
      'Stopplease',
      'stoptexting',
      'removeme',
      'Stop sending mesages',
      'stop texing me',
      'Unsubscribeme',
    ],
    // Sentences.
    ...[
      'Unsubscribe me',
      'STOP texting me',
      'Stop sending me messages',
      'remove me',
      'Remove me from your list',
      'take me off this list',
      'please take my number off your list',
      'Delete my number',
      'lose my number',
      'leave me alone',
      'Leave me alone!!!',
    ],
    ...[
      'I want to opt out',
      'I’d like to unsubscribe',
      'how do I unsubscribe?',
      'How do I stop these messages',
      'can you please stop texting me',
      'could you remove my number from your database',
      'I no longer wish to receive these texts',
    ],
    ...[
      'I don’t want to receive any more messages',
      'do not contact me again',
      "Don't text me",
      'Please do not text this number',
      'I asked you to stop texting me',
      'stop spamming me',
      'Stop spam',
      'opt me out of this',
      'I revoke my consent',
      'Wrong number',
      'You have the wrong number, stop texting',
    ],
    ...[
      'Who is this? Stop texting me',
      'who is this stop texting me',
      'I am not interested, please unsubscribe me',
      'Thanks but please remove me from the mailing list',
      'If you don’t stop texting me I will report you',
      'Not interested. Stop.',
      'This is spam. STOP',
      'F off',
      'go away',
      'stop sending me this crap',
    ],
    // German, French, Spanish, Portuguese, Italian, Dutch, Polish, Russian.
    ...[
      'Bitte keine Nachrichten mehr',
      'Keine Werbung mehr!',
      'Stopp bitte',
      'Bitte abmelden',
      'Nehmen Sie mich aus dem Verteiler',
      'Bitte löschen Sie meine Nummer',
      'Lasst mich in Ruhe',
      'Ich möchte keine SMS mehr erhalten',
      'keine sms mehr',
      'Bitte stoppen',
      'Abbestellen. Danke',
    ],
    ...[
      'Arrêtez svp',
      'STOP PUB',
      'Je ne veux plus recevoir vos messages',
      "Arrêtez de m'envoyer des messages",
      'désabonnez-moi',
      'Plus de SMS svp',
      'me désinscrire',
      'Supprimez mon numéro',
      'stop merci',
    ],
    ...[
      'Por favor no me envíen más mensajes',
      'Ya no quiero recibir mensajes',
      'Darme de baja',
      'Quiero darme de baja',
      'Baja por favor',
      'No más mensajes',
      'basta',
      'dejen de mandar mensajes',
      'No más, gracias',
      'bórrenme de la lista',
    ],
    ...[
      'Pare de me mandar mensagem',
      'Não quero receber mais',
      'sair da lista',
      'parar por favor',
      'me remova da lista',
      'Não me envie mais mensagens',
      'Cancelar inscrição',
    ],
    ...[
      'Basta messaggi',
      'Non voglio più ricevere messaggi',
      'cancellatemi dalla lista',
      'Smettetela',
      'Stop grazie',
      'disiscrivermi',
    ],
    ...['Geen berichten meer aub', 'schrijf mij uit', 'Haal me van de lijst', 'Graag afmelden'],
    ...[
      'Proszę mnie wypisać',
      'Nie wysyłajcie mi więcej wiadomości',
      'Rezygnuję',
      'stop reklamy',
      'usuńcie mój numer',
    ],
    ...[
      'Отпишите меня',
      'не присылайте больше',
      'Хватит слать рекламу',
      'Отписаться от рассылки',
      'удалите мой номер',
      'стоп пожалуйста',
      'Больше не пишите мне',
    ],
    // Others.
    ...[
      'lütfen mesaj atmayın',
      'abonelikten çık',
      'Mesaj istemiyorum',
      'לא רוצה לקבל הודעות',
      'הסירו אותי בבקשה',
      'لا ترسلوا لي رسائل',
      'لغو اشتراک',
      'کृपया',
    ].filter((text) => text !== 'کृपया'),
    ...[
      'मैसेज मत भेजो',
      'बंद करो',
      'message mat bhejo',
      'band karo yeh sms',
      'jangan kirim pesan lagi',
      'Berhenti berlangganan',
      'hapus nomor saya',
      'Đừng nhắn tin nữa',
      'hủy nhận tin',
      'ไม่ต้องส่งมาอีก',
      'ยกเลิกการรับข่าวสาร',
    ],
    ...[
      '不要再发了',
      '请停止发送短信',
      '取消订阅谢谢',
      '請停止發送訊息',
      '配信を停止してください',
      'もう送らないでください',
      '登録解除をお願いします',
      '광고 그만 보내세요',
      '문자 보내지 마세요',
      '수신 거부합니다',
      'huwag na po',
      'tigilan nyo na',
    ],
    ...[
      'Avsluta prenumeration',
      'Afmeld tak',
      'Meld meg av',
      'odhlásit prosím',
      'leiratkozás',
      'dezabonare',
      'отписване',
      'Διαγραφή παρακαλώ',
      'відпишіть мене',
    ],
  ])('is recognized: %s', (body) => expect(meaningOf(body)).toBe('STOP'));

  it.each([
    ...[
      'Remove',
      'Delete me from your list',
      'I don’t want texts from you',
      'Please remove 202-555-0100 from your list',
      '🛑',
      'STOP 12345',
      'u need to stop',
      'I SAID STOP TEXTING ME!!!',
    ],
    ...[
      'This is not Maria, stop texting',
      'Stop, I moved away',
      'Bitte stoppen Sie die Nachrichten',
      'STOP au 36180',
      'Não quero',
      'No quiero más mensajes',
      '退订回T',
      'отпишитесь',
      'je souhaite me désabonner',
    ],
  ])('is recognized in other phrases: %s', (body) => expect(meaningOf(body)).toBe('STOP'));

  it.each([
    'STOP\n\nSent from my iPhone',
    'Stop\n\n--\nAnn Miller\nAcme Ltd.\n+1 555 0100',
    'Cancel\n\nGet Outlook for Android',
    'END\n- Ann Miller',
    'Quit\nVon meinem iPhone gesendet',
    'Stop\n> Hello! 20 % off today. Reply STOP to end.',
    'cancel\n\nOn Tue, 4 Aug 2026 at 10:11, News <news@example.com> wrote:\nHello! Reply STOP to end.',
    'Unsubscribe\r\n\r\n-----Original Message-----\r\nFrom: News\r\nHello',
    'Please remove me from this list.\nKind regards\nDr. Ann Miller, MD',
    'STOP “Hello! 20 % off today. Reply STOP to end.”',
  ])('is read without the text below it: %j', (body) => expect(meaningOf(body)).toBe('STOP'));
});

describe('a text that is not an opt-out', () => {
  it.each([
    ...[
      '',
      ' ',
      '!',
      'no',
      'restart',
      'yes',
      'Yes!',
      'yes please',
      'weekend',
      'STOP START',
      'No thanks',
      'ok',
      '👍',
      'thanks, all good',
    ],
    ...[
      'We have got to STOP this terrible bill!',
      "Don't stop",
      'Don’t stop believing',
      'I will stop by at 5',
      'When does it end?',
      'Please never stop sending me messages',
      'Why did you stop texting me?',
      'I can’t stop laughing',
    ],
    ...[
      'Stop the war in Ukraine',
      'Stop Trump',
      'stop by anytime',
      'Is there a bus stop nearby?',
      'I missed my stop',
      'non-stop fun',
      'Can I cancel my appointment?',
      'Cancel my order',
      'cancel the 5pm reservation',
      'the end of the month',
      'I quit smoking',
      'Quit complaining',
    ],
    ...[
      'End of story',
      'They should end this war',
      'Does it come to an end?',
      'I don’t want to unsubscribe',
      'Please don’t remove me from the list',
      'don’t take me off the list',
      'did you remove me?',
      'I never said stop',
      'Why was I unsubscribed?',
      'I did not unsubscribe',
    ],
    ...[
      'Liked “Hello. Reply STOP to end.”',
      'Loved "Sale today. STOP to end."',
      'Reacted 😂 to “Sale today. Text STOP to quit”',
      '👍 to “Sale today. Reply STOP to end”',
      'Laughed at “STOP”',
    ],
    ...[
      'Yes\n\n> Reply STOP to end',
      'Count me in!\nSale today. Reply STOP to end.',
      'subscribed already',
      'I want to subcribe',
      'top',
      'step',
      'shop',
      'stopwatch',
      'fine',
      'Cancer',
      'red',
      'acha',
      'What time do you open?',
      'My address is 12 Stop Street',
    ],
    ...[
      'Can I cancel?',
      'How do I cancel my order?',
      'remove one item from my order',
      'STOP THE STEAL',
      'Stop sending troops to war',
      'do I need to reply stop?',
      'Berhenti merokok',
      'Ich will mich nicht abmelden',
      'Не отписывайте меня',
      'Nicht abmelden bitte',
      'Warum bekomme ich keine Nachrichten mehr?',
      'Wann hört das auf?',
      'No quiero darme de baja',
      'Cuándo es el fin de semana?',
      'Para mañana a las 5',
      'Não pare',
      'N’arrêtez pas',
      'Non smettete',
      'Не останавливайтесь',
      'やめないで',
      '不要停止',
      'No paren',
      'Jangan berhenti',
      'Hör nicht auf',
    ],
  ])('is left to a human: %j', (body) => expect(meaningOf(body)).toBeNull());
});

describe('a button', () => {
  it.each(Object.entries(promotionButtons))('stops WhatsApp promotions in %s', (_, labels) => {
    for (const label of labels.split('|')) {
      expect([label, readReply({ text: label, button: label })]).toEqual([label, 'STOP']);
      expect([label, readReply({ text: '', button: label.toUpperCase() })]).toEqual([label, 'STOP']);
    }
  });

  it('is read by its payload, regardless of its label', () => {
    expect(readReply({ text: 'Enough news for me', button: 'STOP' })).toBe('STOP');
    expect(readReply({ text: 'Yes, I’ll come', button: 'CONFIRM' })).toBeNull();
  });
});

describe('the provider’s interpretation', () => {
  it.each(['STOP', 'START', 'HELP'] as const)('takes precedence over the text: %s', (providerMeaning) => {
    expect(readReply({ text: 'Adiós', providerMeaning })).toBe(providerMeaning);
    expect(readReply({ text: 'stop', providerMeaning })).toBe(providerMeaning);
  });
});

describe('the keywords of an account', () => {
  const own = { optOutWords: ['Schluss!', 'Ça suffit'], optInWords: ['Los'] };

  it.each([
    ['SCHLUSS', 'STOP'],
    ['ca suffit.', 'STOP'],
    ['Schluss\n\nSent from my iPhone', 'STOP'],
    ['los…', 'START'],
    ['stop', 'STOP'],
    ['Help?', 'HELP'],
    ['Schluss jetzt', null],
    ['!', null],
  ])('are read like the built-in ones: %s', (text, meaning) =>
    expect(readReply({ text }, own)).toBe(meaning),
  );

  it('must not have another built-in meaning, or be both opt-out and opt-in keywords', () => {
    expect(accountKeywordIssues(own)).toEqual([]);
    const wrong = { optOutWords: ['Start', 'adios', '!', 'basta'], optInWords: ['ADIÓS', 'quit', 'ok'] };
    expect(accountKeywordIssues(wrong).map(({ field, code }) => [field, code])).toEqual([
      ['optOutWords.0', 'not_allowed'],
      ['optOutWords.2', 'empty'],
      ['optInWords.0', 'conflict'],
      ['optInWords.1', 'not_allowed'],
    ]);
  });

  it('count once in any spelling', () => {
    expect(distinctKeywords(['Basta', 'basta!', 'ＢＡＳＴＡ', 'Ende gut'])).toEqual(['Basta', 'Ende gut']);
  });
});
