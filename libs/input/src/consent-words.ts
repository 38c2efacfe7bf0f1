import type { FieldError } from '@carillon/contracts';
import { issue } from './rules';

/**
 * What stops messages, and what starts them again, as a whole message. Sources: 47 CFR 64.1200(a)(10) (FCC: stop, quit, end,
 * revoke, opt out, cancel, unsubscribe); CTIA Messaging Principles 5.1.3 (STOPALL); Twilio, "Twilio support for opt-out
 * keywords" (OPTOUT, UNSTOP); for other languages the words that carriers and authorities there name: China 退订 (TD),
 * France STOP and ARRET, Germany STOPP, Turkey RET, Korea 수신거부. Words that also answer questions, such as YES, start nothing. HELP: CTIA Messaging Principles 5.1.2 (HELP), Twilio (INFO), and
 * their like.
 */
const words: Readonly<Record<Meaning, readonly string[]>> = {
  STOP: [
    ...['stop', 'stopall', 'stop all', 'unsubscribe', 'cancel', 'end', 'quit', 'revoke', 'optout', 'opt out'],
    // Spanish, Portuguese
    ...['alto', 'parar', 'pare', 'baja', 'cancelar', 'detener', 'salir', 'sair', 'descadastrar'],
    // French
    ...['arrêt', 'arrêter', 'désabonner', 'désabonnement', 'résilier'],
    // German, Italian
    ...['stopp', 'abmelden', 'abbestellen', 'austragen', 'ferma', 'annulla', 'cancellami', 'disiscrivi'],
    // Russian, Turkish, Indonesian
    ...['стоп', 'отписаться', 'отписка', 'dur', 'iptal', 'ret', 'berhenti'],
    // Arabic, Hindi
    ...['إيقاف', 'توقف', 'إلغاء', 'إلغاء الاشتراك', 'रोकें', 'बंद', 'बंद करें'],
    // Chinese, Japanese, Korean
    ...['退订', '退訂', '停止', 'td', '配信停止', '解除', '수신거부', '거부', '중지'],
  ],
  START: [
    ...['start', 'unstop', 'subscribe', 'opt in', 'optin', 'resubscribe'],
    ...['iniciar', 'empezar', 'começar', 'démarrer', 'reprendre', 'anmelden', 'starten', 'inizia'],
    ...['старт', 'başlat', 'mulai', 'ابدأ', 'شروع', 'शुरू', '订阅', '訂閱', '開始', '시작'],
  ],
  HELP: [
    ...['help', 'info', 'ayuda', 'ajuda', 'aide', 'hilfe', 'aiuto', 'помощь', 'yardım', 'bantuan'],
    ...['مساعدة', 'मदद', '帮助', '幫助', 'ヘルプ', '도움말'],
  ],
};

type Meaning = 'STOP' | 'START' | 'HELP';

/** Further words of an account. */
export interface OwnWords {
  optOutWords: readonly string[];
  optInWords: readonly string[];
}

/** The most words of each kind, and characters of a word. */
export const ownWordLimits = { words: 50, characters: 40 } as const;

/** Equal texts but for case, accents, width and punctuation. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/ı/g, 'i')
    .replace(/[\p{P}\p{S}\p{Z}\s\p{Cf}]+/gu, ' ')
    .trim();
}

const meanings = new Map(
  (['STOP', 'START', 'HELP'] as const).flatMap((meaning) =>
    words[meaning].map((word): [string, Meaning] => [fold(word), meaning]),
  ),
);

/** The meaning of a message that consists of one of the words, or null. The words that all accounts have go first. */
export function readWord(body: string, own?: OwnWords): Meaning | null {
  const text = fold(body);
  const known = meanings.get(text);
  if (known !== undefined || text === '' || !own) return known ?? null;
  const isAmong = (those: readonly string[]) => those.some((word) => fold(word) === text);
  if (isAmong(own.optOutWords)) return 'STOP';
  return isAmong(own.optInWords) ? 'START' : null;
}

/** Each word once, in its first spelling. */
export function distinctWords(given: readonly string[]): string[] {
  return given.filter((word, index) => given.findIndex((other) => fold(other) === fold(word)) === index);
}

/**
 * Why these words cannot be an account's own: a word that starts must not stop, and the words that all accounts have keep
 * their meaning.
 */
export function ownWordIssues({ optOutWords, optInWords }: OwnWords): FieldError[] {
  const stopping = new Set(optOutWords.map(fold));
  const clash = (word: string): FieldError[] => {
    const text = fold(word);
    if (text === '') return issue('empty', 'A word needs letters or digits');
    const known = meanings.get(text);
    return known === undefined ? [] : issue('not_allowed', `This word means ${known} in all accounts`);
  };
  const both = (word: string): FieldError[] =>
    stopping.has(fold(word)) ? issue('conflict', 'This word is an opt-out word, too') : [];
  const at = (list: string, index: number, found: FieldError[]) =>
    found.map((each) => ({ ...each, field: `${list}.${index}` }));
  return [
    ...optOutWords.flatMap((word, index) => at('optOutWords', index, clash(word))),
    ...optInWords.flatMap((word, index) => at('optInWords', index, [...clash(word), ...both(word)])),
  ];
}
