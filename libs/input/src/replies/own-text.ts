/** The limit is longer than any text message: 1,600 characters of SMS, 4,096 of WhatsApp. */
const MOST_CHARACTERS = 5_000;

/**
 * Texts that messaging apps send instead of a reaction if the other side can't show one: the whole text, quoted after a
 * verb. iOS and Google Messages, in the languages in which both are common.
 */
const reaction =
  /^\s*(?:\p{Extended_Pictographic}\S*\s+(?:to|a|à|zu)|(?:liked|loved|disliked|emphasi[sz]ed|questioned|laughed at|removed an? .{3,20} from|reacted .{1,20} to|gefällt|liebt|hebt hervor|lacht über|a aimé|a adoré|a réagi .{1,20} à|le (?:gusta|encanta|dio|ha dado)|le ha gustado|ha messo|ha reagito .{1,20} a|curtiu|amou|reagiu .{1,20} a))\s*[“”"„«']/iu;

/** The beginning of an email program's or a phone's signature. RFC 3676 §4.3, and phones' texts. */
const signature = [
  /^-- ?$/,
  /^[-–—~]\s?\p{Lu}[\p{L}.'’]*(?:\s[\p{L}.'’]+){0,2}$/u,
  /^(?:sent (?:from|via|by|using|with)|get outlook|from my (?:i?phone|ipad|samsung|android)|von meinem .{2,30} gesendet|gesendet (?:von|mit)|envoyé (?:de|depuis|à partir)|enviado (?:desde|do|de|a partir|por|pelo)|inviato (?:da|dal)|verzonden|verstuurd|skickat (?:från|fra)|skickades|sendt fra|lähetetty|wysłane|wysłano|odesláno|odoslané|trimis de|elküldve|отправлено|надіслано|изпратено|στάλθηκε|gönderildi|iphone'umdan|נשלח מ|أرسلت من|تم الإرسال|dikirim dari|dihantar|được gửi từ|ส่งจาก|发自|發自|從我的|iphoneから|androidから|나의 .{2,30}에서|내 .{2,30}에서)/iu,
];

/**
 * The beginning of a quoted message: the line that email clients write above it, in the languages of their releases.
 */
const quoteHead = [
  /^(?:on|am|le|el|il|em|op|den|dne|dnia|w dniu|pe|на|в|вт|пн|ср|чт|пт|сб|вс)(?![\p{L}]).{4,160}(?:wrote|schrieb|a écrit|escribió|ha scritto|escreveu|schreef|skrev|kirjoitti|napisał|napsal|a scris|írta|написал|пише|пишет|yazdı).{0,20}:?$/iu,
  /^[-_]{2,}\s*(?:original|forwarded|ursprüngliche|weitergeleitete|message d'origine|mensaje original|messaggio originale|mensagem original|oorspronkelijk|исходное)/iu,
  /^_{8,}$/,
  /^(?:from|von|de|da|van|från|fra|od|от)\s?:\s?\S+/iu,
];

/** A quoted passage of several words after or before a person's own. */
const quotation = /[“„«][^“”„«»]{20,}[”“»]|"[^"]{20,}"/gu;

/** A person's own text: without quoted messages, signatures, and reactions. */
export function ownText(body: string): string {
  const text = body.slice(0, MOST_CHARACTERS).replace(/\r\n?/g, '\n');
  if (reaction.test(text)) return '';
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    const bare = line.trim();
    if (/^(?:>|&gt;|\|)\s?/.test(bare)) continue;
    // The person's own text must come first. A text that is only such a line is kept.
    const isOver = [...signature, ...quoteHead].some((begin) => begin.test(bare));
    if (isOver && lines.some((each) => each.trim() !== '')) break;
    lines.push(line);
  }
  const own = lines.join('\n');
  const unquoted = own.replace(quotation, '\n');
  return /[\p{L}\p{N}]/u.test(unquoted) ? unquoted : own;
}
