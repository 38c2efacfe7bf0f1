import type { BounceConsequence } from '@carillon/contracts';

/** The subject of a refusal. */
export type RefusalClass =
  | 'no such address'
  | 'disabled or moved'
  | 'mailbox full'
  /** A rate limit for now, or a bad reputation of the sending network or domain. */
  | 'rate or reputation'
  | 'policy or content'
  | 'temporary'
  | 'unknown';

/** The names in the API, in webhooks, and in the console. */
export type RefusalReason =
  | 'NO_SUCH_ADDRESS'
  | 'NO_SUCH_DOMAIN'
  | 'DOMAIN_TAKES_NO_MAIL'
  | 'INVALID_ADDRESS'
  | 'MAILBOX_DISABLED'
  | 'MAILBOX_MOVED'
  | 'MAILBOX_FULL'
  | 'MAILBOX_BUSY'
  | 'RATE_LIMITED'
  | 'SENDER_BLOCKED'
  | 'SENDER_REFUSED'
  | 'POLICY_REFUSED'
  | 'CONTENT_REFUSED'
  | 'MESSAGE_TOO_BIG'
  | 'SERVER_TROUBLE'
  | 'UNROUTABLE'
  | 'NOT_DELIVERED_IN_TIME'
  | 'REFUSED'
  /** The email bounced for an unknown reason. */
  | 'RETURNED';

/**
 * The consequence for the address. Only nonexistent mailboxes suppress immediately, as all large senders do
 * (https://docs.aws.amazon.com/ses/latest/dg/send-email-concepts-deliverability.html; M3AAWG Sender Best Common
 * Practices 3.0, "Bounce processing"). Unknown reasons must recur. Full mailboxes and unavailable servers are counted.
 * Refusals of the sender or the content don't affect the address.
 */
export const consequences: Readonly<Record<RefusalClass, BounceConsequence>> = {
  'no such address': 'SUPPRESS',
  'disabled or moved': 'SUPPRESS',
  'mailbox full': 'COUNT',
  'rate or reputation': 'NOTHING',
  'policy or content': 'NOTHING',
  temporary: 'COUNT',
  unknown: 'DOUBT',
};

/** The same mail would be refused again. A class that is in neither set depends on the code. */
export const alwaysHard: ReadonlySet<RefusalClass> = new Set(['no such address', 'disabled or moved']);
export const alwaysSoft: ReadonlySet<RefusalClass> = new Set(['mailbox full', 'temporary']);

export interface RefusalRow {
  class: RefusalClass;
  reason: RefusalReason;
}

/**
 * `text`: of a reply in the form of `normalized`: lowercase, without accents, addresses as `<>`, host names as `host`.
 */
export interface TextRow extends RefusalRow {
  text: RegExp;
  /** The required code. Absent: any, or none. */
  code?: string;
  /** Too vague to count in a letter that explains a reply: it counts only in a reply. */
  isWeak?: true;
}

const rate = { class: 'rate or reputation', reason: 'RATE_LIMITED' } as const;
const blocked = { class: 'rate or reputation', reason: 'SENDER_BLOCKED' } as const;
const sender = { class: 'policy or content', reason: 'SENDER_REFUSED' } as const;
const policy = { class: 'policy or content', reason: 'POLICY_REFUSED' } as const;
const content = { class: 'policy or content', reason: 'CONTENT_REFUSED' } as const;
const tooBig = { class: 'policy or content', reason: 'MESSAGE_TOO_BIG' } as const;
const full = { class: 'mailbox full', reason: 'MAILBOX_FULL' } as const;
const gone = { class: 'no such address', reason: 'NO_SUCH_ADDRESS' } as const;
/** Name servers can be unavailable, and domains can expire and return: the text alone is ambiguous. */
const noDomain = { class: 'unknown', reason: 'NO_SUCH_DOMAIN' } as const;
const noMail = { class: 'no such address', reason: 'DOMAIN_TAKES_NO_MAIL' } as const;
const invalid = { class: 'no such address', reason: 'INVALID_ADDRESS' } as const;
const disabled = { class: 'disabled or moved', reason: 'MAILBOX_DISABLED' } as const;
const moved = { class: 'disabled or moved', reason: 'MAILBOX_MOVED' } as const;
const busy = { class: 'temporary', reason: 'MAILBOX_BUSY' } as const;
const trouble = { class: 'temporary', reason: 'SERVER_TROUBLE' } as const;
const unroutable = { class: 'temporary', reason: 'UNROUTABLE' } as const;
const late = { class: 'temporary', reason: 'NOT_DELIVERED_IN_TIME' } as const;
const suspended = { class: 'unknown', reason: 'MAILBOX_DISABLED' } as const;
const unsaid = { class: 'unknown', reason: 'REFUSED' } as const;

/** The terms for an address's owner in servers' texts. */
const recipientNoun =
  '(?:users?|user ?names?|user ?ids?|recipients?|rcpt|mailbox(?:es)?|mail box|address(?:es)?|accounts?|alias|customers?|subscribers?|addressees?|person|(?:e-?mail|recipient) name|local.?part|utilisateur|usager|destinataires?|boite|adresses?|benutzer(?:name)?|empfanger|empfaenger|nutzer|postfach|mailadresse|emailadresse|usuarios?|destinatarios?|buzon|cuenta|direccion|utente|utenti|destinatari[oi]|casella|indirizzo|utilizador|conta|endereco|caixa postal|gebruiker|geadresseerde|ontvanger|postvak|uzytkownik|odbiorca|adresat|konto|skrzynka|mottagaren?|modtageren?|mottakeren?|anvandaren?|brukeren?|brugeren?|vastaanottaja|kayttaja|uzivatel|prijemce|adresa|schranka|kullanici|alici|posta kutusu|получатель|пользователь|адрес|ящик|почтовый ящик)';

/**
 * The first row whose text matches decides, before any code, because servers use 5.1.1 for everything. Rows about the
 * sender precede rows about the address, because an unjust suppression costs more than one more bounce.
 * Sources, in addition to those of single rows: RFC 5321 §4.2.2; the messages of Postfix (smtpd(8), access(5)), Exim
 * (spec §48), Sendmail (cf/README), and qmail (qmail-send(8)); the tables of reasons of https://github.com/sisimai and
 * of https://github.com/zone-eu/zone-mta (bounces.txt).
 */
export const textRows: readonly TextRow[] = [
  // Full mailboxes whose text mentions limits and numbers, like the texts of rate limits.
  {
    ...full,
    text: /too many messages (?:on|in|stored)|has too many messages|mailbox.{0,40}(?:size limit|message limit|exceed\w* .{0,30}(?:limit|size|storage|quota))|(?:size|storage) limit .{0,20}mailbox|account storage limit|extended quota violation|disk quota|mailbox.{0,10}\bfull\b|(?:mailbox|storage) quota|quota .{0,20}mailbox|too much mail stored/,
  },
  // https://support.google.com/a/answer/3726730: 5.2.1 and 4.2.1 "receiving mail at a rate", "too quickly".
  { ...rate, text: /receiving (?:e?-?mail|messages) (?:at a rate|too quickly)|receiving limits?/ },
  // https://learn.microsoft.com/exchange/troubleshoot/email-delivery/ndr/non-delivery-reports-in-exchange-online: 5.2.121, 5.2.122,
  // 5.1.90; https://www.godaddy.com/help/fix-rejected-email-with-a-bounce-error-40685: IB504, IB510, IB607;
  // https://service.mail.qq.com/detail/122; https://postmaster.comcast.net/smtp-error-codes.php: RL000001.
  {
    ...rate,
    text: /\b(?:hourly|daily|sending|message rate|submission|recipient rate|outbound) (?:sending |message |recipient )?(?:limit|quota|rate)|(?:reached|exceed\w*) .{0,60}\b(?:per|this|an|each|in (?:one|a)|last) (?:hour|day|minute|session|connection)|limit (?:for|on) the (?:number|rate) of (?:messages|recipients)|\b(?:rate|frequency|speed|volume|connection)[- ]?(?:limit|control)|rate limited|throttl|frequency (?:of .{0,40})?(?:is )?limited|unusual (?:rate|volume)|unexpected volume|excessive (?:rate|volume|amount|number)|(?:sent|sending|send|attempt\w*) (?:.{0,20} )?too (?:many|much|fast)|too many (?:recipients|messages|mails?|e-?mails?|connections?|sessions?|invalid|unknown|bad|errors?|failed|concurrent|simultaneous|transactions|spams?|unwanted|hits)|too much (?:mail|spam)|\bslow(?:er)? down|try again slower|too fast|exceed\w* (?:the )?(?:max\w*|allow\w*|number) .{0,20}(?:number of )?(?:messages|recipients|e-?mails|connections|sessions)|message threshold|trop de (?:connexions|messages|mails)|zu viele (?:verbindungen|nachrichten|mails)|too busy to/,
  },
  { ...rate, text: /\bib(?:007|504|510|605|607)\b|\brl00000\d|#?(?:cxmxrt|cxcnct|cxthrt)\b/ },
  // The reply concerns MAIL FROM: Postfix and Exim write the command.
  { ...sender, text: /in reply to mail from|after (?:pipelined )?mail from:|>>> mail from/ },
  // The sender. https://postmaster.comcast.net/smtp-error-codes.php: DM000001; RFC 7372.
  {
    ...policy,
    text: /\b(?:spf|dkim|dmarc|batv|domainkeys?)\b|sender policy framework|(?:un)?authenticat(?:ed|ion|e)\b|(?:not|un|require\w*) ?authori[sz](?:ed|ation)|spoof|forged|\barc\b seal/,
  },
  // Lists and networks. https://www.spamhaus.org/faqs/, https://www.cox.com/residential/support/email-error-codes.html,
  // https://www.postmastery.com/orange-postmaster-smtp-error-codes-ofr/, https://postmaster.t-online.de, https://postmaster.gmx.net,
  // https://sendersupport.olc.protection.outlook.com/pm/troubleshooting.
  {
    ...blocked,
    text: /spamhaus|spamcop|barracudacentral|sorbs|uceprotect|senderscore|invaluement|abuseat|cloudmark|mailspike|manitu|psbl|surbl|uribl|dnsbl|dnsrbl|\br(?:h?s)?bl\b|\b(?:cbl|sbl|xbl|pbl|zen|drbl)\b|(?:black|block|deny|reject|ban|bl)[- ]?list|reputation|aup#|\bib1\d\d\b|gu_eib|\b(?:ofr|lpn|ouk)\w*[_-]?(?:10[1-9]|510|999)\b|\bpoor score|\bban(?:ned|ning)\b|(?<!not )\blisted (?:in|by|at|on|as)\b|requires confirmation/,
  },
  {
    ...blocked,
    text: /\b(?:your|sending|client|source|connecting|this|sender|from) (?:ip|server|host|network|mail ?server|mta|ip address|domain)s?\b[^\n:]{0,60}\b(?:block|refus|reject|denied|deny|not (?:allowed|accepted|welcome|permitted|authori)|suspicious|abus|spam|blacklist|forbidden|prohibit)|\bip (?:address )?.{0,30}\b(?:block|bloque|ban|refused|rejected|denied|is listed|forbidden|gesperrt|in (?:prison|jail))|blocked (?:by|using|from|for|due)|mail from (?:your|this|host|<>|ip)\b.{0,40}(?:refused|rejected|blocked|denied)|dynamic ip|dialup|hosts? .{0,20}dynamic|your (?:e-?mails?|mails?|messages?|network|host) .{0,40}\bblock(?:ed|list)|(?:e-?mails?|messages?) (?:from|sent by) .{0,60}\b(?:blocked|weren't sent|not accepted)/,
  },
  // Names and reverse names of the sending host.
  {
    ...blocked,
    text: /\bptr\b|reverse[- ]?(?:dns|lookup|record|name)|\brdns\b|cannot (?:find|resolve) your (?:reverse )?(?:host ?name|address)|client host rejected|(?:helo|ehlo)\b.{0,60}(?:reject|refus|invalid|denied|must|not|bad|require)|(?:invalid|bad|empty|forged) (?:helo|ehlo)|unresolvable relay|access denied.? ip name/,
  },
  {
    ...sender,
    text: /\b(?:sender|from (?:address|domain|header|field)|from:|return[- ]path|reply-to|originator|emetteur|expediteur|absender|remitente|mittente)(?:'s)?(?: \w+| <>)?(?: address| domain| host| ip| e-?mail| id)?:?(?: <>| host)?\W+(?:.{0,30} )?(?:reject\w*|denied|refus\w*|blocked|not|invalid\w*|invalide|unknown|unverif\w*|verif\w*|must|does|doesn't|is|has|isn't|callout|spammer|gesperrt|abgelehnt|restricted|suspended|disabled)\b/,
  },
  {
    ...sender,
    text: /\b(?:invalid|bad|unknown|unverified|unroutable|unrouteable|bogus|blocked|null|empty|blank|unqualified) (?:envelope |outbound )?(?:sender|from|return[- ]path|mail from)|domain of sender|sender'?s? domain|sending domain|from domain|mail ?from domain|mail from not owned|your (?:sender|from) address|need fully-qualified|not (?:pre-?approved|a registered|subscribed)|members-only|not allowed to (?:post|send)|no third-party dsns|has not passed validation/,
  },
  // A relay that is not the recipient's server.
  {
    ...policy,
    text: /\brelay(?:ing|ed)?\b.{0,40}\b(?:denied|not|prohibited|access|refused|disabled|restrict\w*|unable)|\b(?:not|no|unable to|deny|denies|prohibit\w*) (?:an? |allowed to |permitted to |configured to |open )?(?:mail )?relay|rcpthosts|not a gateway|not local host|we don't handle mail for|not permitted to relay|insecure mail relay/,
  },
  // The email. https://support.google.com/a/answer/3726730: 5.3.4, 5.2.3; RFC 1870 §6.1.
  {
    ...tooBig,
    text: /\b(?:message|mail|e-?mail|attachment|size|header)s?\b[^\n:]{0,40}\b(?:too (?:big|large)|exceed\w* .{0,40}(?:size|limit|maximum)|size (?:limit|exceed|violat)|larger than)|header.{0,20}too long|maximum (?:e-?mail|message|mail) size|exceed\w* .{0,20}(?:message|mail) size|taille (?:limite|maximale) du message|(?:recip|send|reciv)sizelimit/,
  },
  {
    ...content,
    text: /\bvirus|malware|phish|trojan|infected|(?:illegal|executable|prohibited|forbidden|dangerous|banned|unsupported|this form of) attachment|attachment (?:type|extension|is|was|not)|not (?:fully )?rfc ?\d* ?compliant|non-?compliant|violat\w* .{0,20}\brfc|\brfc ?(?:2822|5322)|duplicate header|missing (?:required )?header|\bno [a-z-]+ (?:field|header)\b|header error|malformed (?:header|mime|message|address in)|mime (?:error|complexity)|bare (?:lf|cr)|invalid characters|line (?:too long|length)|improper use of 8-bit|dsn.{0,20}unsigned/,
  },
  {
    ...content,
    text: /\b(?:message|mail|e-?mail|it|content|nachricht|mensaje|messaggio)\b.{0,40}\b(?:looks? like|appears? (?:to be|similar)|considered|classified|identified|detected|scored|rejected|refused|recogni[sz]ed|tagged|marked|flagged|suspected|denied|abgelehnt).{0,30}\b(?:spam|junk|unsolicited|bulk|ube|uce)\b|\b(?:spam|junk|unsolicited|bulk)\b.{0,40}\b(?:detected|rejected|refused|blocked|denied|not accepted|score|points|probability|content|message|filter|not allowed|not welcome|mail rejected|e-?mail|is embedded|block)|(?:rejected|refused|denied|blocked|reject) (?:by |as |for |due to |because of |\W|\() ?(?:.{0,20})\bspam|\bno spam\b|anti-?spam|spamassassin|suspected spam|\bofr_?506|mail rejete|mail content denied|content (?:filter|reject|denied|restriction)|unacceptable content|message filtered|reject bulk/,
  },
  // The mailbox is full: RFC 3463 X.2.2, and servers' texts with any code.
  {
    ...full,
    text: /\b(?:mail ?box|inbox|mail ?folder|maildir|mailfile|account|user|recipient|disk|storage|space|directory)\b.{0,40}\b(?:is |was )?(?:too )?full\b|\bfull (?:mail ?box|inbox|account)|\bquota\b|overquota|out of (?:storage|disk|space)|(?:not enough|insufficient|no) (?:disk |storage |system |free )?(?:space|storage)|no space left|exceed\w* (?:the )?(?:storage|mailbox|disk|allowed size|its (?:size|limit)|allotted)|storage allocation|space (?:has been|is|was) (?:used up|exhausted|exceeded)|would exceed|mailbox (?:is )?over|too much mail data|(?:user|recipient|mailbox|account) .{0,20}over (?:the |its |their )?(?:limit|size)/,
  },
  {
    ...full,
    text: /boite.{0,30}(?:pleine|saturee)|espace .{0,20}insuffisant|(?:postfach|mailbox|speicher\w*|speicherplatz|kontingent)\b.{0,40}\b(?:voll|uberfullt|erschopft|uberschritten)|ueberfuellt|buzon .{0,30}llen[oa]|cuota|casella.{0,40}piena|spazio .{0,20}esaurito|caixa.{0,40}(?:cheia|lotada)|(?:mailbox|postvak|postbus)\b.{0,20}\bvol\b|skrzynk\w+ .{0,40}(?:pelna|przepelnion)|limit .{0,20}przekroczon|(?:brevlada|inkorg|postkasse|indbakke|innboks)\w* .{0,20}(?:full|fuld)|laatikko .{0,20}taynna|schranka .{0,20}(?:plna|preplnena)|kotas?i? .{0,20}(?:asil|dol)|kutusu .{0,10}dolu|переполнен|превышен\w* .{0,20}(?:квот|лимит|размер)|メールボックス.{0,12}(?:一杯|いっぱい|満杯|容量|超え|超過)|容量.{0,8}(?:超|オーバー)|邮箱.{0,8}(?:已满|满|空间不足)|信箱.{0,6}(?:已滿|滿)|용량.{0,8}초과/,
  },
  { ...late, text: /delivery temporarily suspended/ },
  // A mailbox that is temporarily closed, or closed by a person who may reopen it.
  {
    ...suspended,
    text: /temporar\w+ .{0,30}\b(?:disabled|suspended|locked|inactive|blocked|frozen|deactivated|closed)|\b(?:disabled|suspended|locked|inactive|blocked|frozen|deactivated) .{0,20}temporar|\b(?:account|mailbox|user|recipient|address)\b.{0,40}\b(?:suspended|suspend|locked|frozen|is blocked|blocked by)|(?:compte|konto|cuenta|conta)\b.{0,40}\b(?:bloque|gesperrt|bloqueada|suspendid[oa]|suspenso)/,
  },
  // The address doesn't exist. https://support.google.com/mail/?p=NoSuchUser,
  // https://learn.microsoft.com/exchange/troubleshoot/ email-delivery/ndr/fix-error-code-550-5-1-1-through-5-1-20,
  // https://senders.yahooinc.com/smtp-error-codes.
  {
    ...gone,
    text: new RegExp(
      `\\b${recipientNoun}\\b.{0,60}(?:\\bunknown|\\bnot (?:be )?(?:found|exist\\w*|known|listed|recogni[sz]ed|registered|a (?:valid|known|local|registered)|valid|present|in (?:my|our|the|name)|defined|here|our customer|hosted)|(?:\\bdoes|\\bdo|\\bdid|\\bdoesn|\\bdon|\\bdoes ?n)(?:['’]?t| not) (?:appear to )?(?:exist|have|match)|\\bno longer (?:exists?|valid|here|with|works|at|available|on|a )|\\bnon-?exist|\\binvalid\\b|\\bcould(?: not|n't) be (?:found|located|resolved)|\\bun-?routeable|\\bunroutable|\\bis (?:wrong|incorrect|bogus)|\\bnot our\\b|\\bmis-?spelled)`,
    ),
  },
  {
    ...gone,
    text: new RegExp(
      `\\b(?:unknown|invalid|no such|non-?existent|non-?existing|unrouteable|unroutable|unresolvable|not our|not a (?:valid|known|local|registered)|no valid|no known|undefined|nonexistent|wrong)(?: or \\w+| local| virtual| e-?mail| mail| internal| recipient| destination)* ?${recipientNoun}\\b|\\bno (?:\\w+ )?(?:mail ?box|account|user|one|person|recipient)s? (?:here|by (?:that|this) name|available for|found|exists?|with|at this|named|of that name)|\\bno [^ ]+ in name directory|recipient\\w*not ?found|recipnotfound|user ?unknown|user\\w*notfound|destination addresses were unknown|not email addresses|badrcptto|valid ?rcptto|badrecipientto|user missing home directory|can't (?:accept|find) (?:user|account)|there is no one at this|is not (?:a |an )?(?:known|valid|registered|active|local) (?:user|mailbox|recipient|account|address)|rcpt .{0,10}exist|\\buser <> (?:does not|unknown)|\\be-?mail address (?:you entered )?(?:could not be|couldn't be|wasn't|was not|isn't|is not) (?:found|valid)|not? have an? [^ ]+ account|address(?:es)? (?:was|were) not found|<> not found|doesn't handle .{0,20}recipient|not listed in (?:the )?(?:domino|public|address)|is not in the directory|(?:bad|invalid|no_such|unknown)_(?:recipient|user|address)|invalid final delivery|mailbox unavailable or not local|does not have a final|did not (?:exactly )?match|account that you tried to reach does not exist|who does not exist|no such .{0,20}(?:user|mailbox|address)|\\bis not our (?:user|customer)`,
    ),
  },
  {
    ...gone,
    text: /(?:utilisateur|destinataire|adresse|boite|compte)\b.{0,50}\b(?:inconnue?|invalide|inexistante?|introuvable|n'existe)|n'existe (?:pas|plus)|(?:empfanger|empfaenger|benutzer|nutzer|adresse|postfach|konto)\b.{0,50}\b(?:unbekannt|existiert nicht|nicht (?:gefunden|bekannt|vorhanden|existent)|ungultig|gibt es nicht)|unbekannter? (?:empfanger|empfaenger|benutzer|nutzer|adresse)|unbekannte adresse|kein (?:solcher|postfach)|adresse nicht gefunden|nessun utente|(?:utente|destinatario|indirizzo|casella)\b.{0,50}\b(?:sconosciut[oa]|inesistente|non (?:esiste|trovat[oa]|valid[oa]))|(?:usuario|destinatario|direccion|cuenta|buzon)\b.{0,50}\b(?:desconocid[oa]|inexistente|inval\w+|no (?:existe|encontrad[oa]|valid[oa]|se (?:encontro|encuentra)))|no existe (?:ese|dicha|el|la)|(?:usuario|utilizador|destinatario|endereco|conta|caixa)\b.{0,50}\b(?:desconhecid[oa]|inexistente|invalid[oa]|nao (?:existe|encontrad[oa]|foi encontrad[oa]))|(?:gebruiker|geadresseerde|ontvanger|adres|postvak)\b.{0,50}\b(?:onbekend|bestaat niet|niet gevonden|ongeldig)|onbekende gebruiker|(?:uzytkownik|odbiorca|adresat|adres|konto|skrzynka)\b.{0,50}(?:nieznan[ya]|nie istnieje|nie znaleziono|nieprawidlow)|nieznany (?:uzytkownik|odbiorca|adresat)|nie (?:istnieje|znaleziono) .{0,20}(?:uzytkownik|konto|konta|adres|skrzynk)/,
  },
  {
    ...gone,
    text: /(?:mottagar|modtager|mottaker|anvandar|bruger|bruker|adress|postkasse)\w* .{0,40}(?:okand|ukendt|ukjent|finns (?:inte|ej)|findes ikke|finnes ikke|hittades inte|kunne ikke findes|ble ikke funnet|blev ikke fundet|existerar inte|eksisterer ikke)|okand (?:mottagare|anvandare)|ukendt (?:modtager|bruger)|ukjent (?:mottaker|bruker)|(?:vastaanottaj|kayttaj|osoit)\w* .{0,40}(?:ei (?:loydy|loytynyt|ole)|tuntematon)|(?:uzivatel|prijemce|adresa|schranka)\w* .{0,40}(?:neexistuje|nenalezen|neznam|nebyl\w* nalezen)|(?:kullanici|alici|adres)\w* .{0,40}(?:bulunamadi|mevcut degil|yok|gecersiz|bilinmiyor)|(?:пользовател|получател|адрес|ящик)\S* .{0,40}(?:не (?:существует|найден|зарегистрирован)|неизвест|недействител)|нет такого (?:пользователя|адреса|ящика)|(?:用户|用戶|收件人|邮箱|地址|帐号|账户|信箱)\S{0,10}(?:不存在|未找到|不正确|无效|查无|無效)|查无此人|没有(?:此|该)(?:用户|邮箱)|ディレクトリのリストにありません|(?:メールアドレス|あて先)\S{0,10}見つから|(?:ユーザ|宛先|受信者|アドレス|アカウント|メールボックス)\S{0,20}(?:存在しません|存在しない|見つかりません|見つかりませんでした|不明|間違)|(?:사용자|수신자|주소|계정)\S{0,10} ?(?:없습니다|존재하지 않|찾을 수 없)/,
  },
  // Cisco IronPort's text for unknown recipients ("RAT", "LDAP accept").
  { ...gone, text: /5\.1\.0 (?:- )?address rejected\b/ },
  // https://www.exim.org/exim-html-current/doc/html/spec_html/ch-address_verification.html: "unrouteable address".
  { ...gone, text: /\bunrouteable address|\bunroutable address/ },
  // Yahoo's and GoDaddy's "554 … This user doesn't have", "mailbox is disabled"; QQ's "deactivated mailbox";
  // laposte.net's LPN_420.
  {
    ...disabled,
    text: /\b(?:mailbox|account|user|recipient|address|inbox|konto|compte|cuenta)\b[^\n.:;]{0,50}\b(?:disabled|inactive|deactivated|terminated|discontinued|cancell?ed|deleted|archived|abandoned|not active|decommissioned|desactive|deaktiviert|geloscht|desactivad[oa]|eliminad[oa]|disattivat[oa]|desativad[oa])|\b(?:mailbox|account|address) (?:<> )?(?:is |was |has been |has )?(?:closed|expired|removed)|(?:disabled|inactive|deactivated|closed|expired|terminated|deleted|abandoned) (?:mailbox|account|user|recipient|address|box)|\b(?:address|account|mailbox|user|recipient)\b.{0,20}\bno longer (?:active|accept\w*|receiv\w*|monitored|in (?:use|service)|in use)|destinataire archivee|archived recipient|has left the (?:company|organi[sz]ation)|\bno longer (?:employed|works)\b/,
  },
  {
    ...moved,
    text: /(?:mailbox|user|address|account|recipient)\b.{0,30}\bhas (?:moved|been (?:moved|replaced|changed))|has been replaced by|new address is|moved to <>/,
  },
  // RFC 7505, and the corresponding texts of Sendmail, Yahoo, and iCloud.
  {
    ...noMail,
    text: /\bnull ?mx\b|(?:host|domain)s? (?:does not|doesn't) accept (?:e-?)?mail|does not accept (?:e-?)?mail \(nullmx\)/,
  },
  { ...policy, text: /gr[ae]y-?list|gr[ae]y listed/ },
  // Exchange Online's text for an address that is not in the directory of a domain, or for an unavailable directory.
  // https://learn.microsoft.com/exchange/mail-flow-best-practices/use-directory-based-edge-blocking
  {
    class: 'unknown',
    reason: 'NO_SUCH_ADDRESS',
    text: /recipient address rejected: access denied/,
    code: '5.4.1',
  },
  // A name server that may respond later.
  {
    ...late,
    text: /host not found, try again|try again|name ?server.{0,20}(?:fail|time|temporar)|temporary (?:lookup )?(?:failure|error)|lookup (?:failure|failed|timed)|servfail/,
  },
  // The recipient's domain. Postfix (smtp(8)): "Host or domain name not found"; Exim: "Unrouteable mail domain".
  {
    ...noDomain,
    text: /\b(?:host|domain|domain name|mail domain|host name|hostname|server|site)s?\b.{0,40}\b(?:not found|unknown|(?:does not|doesn't|do not) exist|not exist|no longer exists|must exist|could ?n[o']t be (?:found|resolved)|invalid|not known|not valid|unrouteable)|\bunknown (?:host|domain|mail server)|\bnxdomain\b|couldn't find any host|(?:could not|cannot|can't) find (?:a |any )?(?:host|domain|gateway|mail exchanger|mx)|\bno such (?:host|domain)|name or service not known|unrouteable mail domain|\bno (?:mx|mail exchanger)\b|dns records .{0,40}could not be found|domain .{0,20}(?:existiert nicht|unbekannt|inconnu|inexistente|nicht gefunden)|invalid (?:host|domain)|(?:illegal|bad) (?:host|domain)\b/,
  },
  {
    ...unroutable,
    text: /\bloop(?:s|ing|ed)?\b|too many hops|hop count|maximum forwarding|routing loop|too many received/,
  },
  {
    ...late,
    text: /timed? ?-?out|connection (?:was )?(?:refused|reset|lost|dropped|died|closed|aborted|failed)|(?:could ?n[o']t|could not|unable to|cannot|can't|failed to) (?:be )?(?:connect|contact|establish|open (?:a )?connection|reach)|unreachable|not reachable|no route to|queue too long|in the queue|retry (?:time|timeout|limit)|(?:message|delivery|queue|time|period) .{0,20}expired|giving up on|undeliverable for|have been failing|name service error|name server reply|for (?:more than )?\d+ (?:days|hours)|(?:server|host) did(?: not|n't) respond|not responding|not (?:been )?collected after|\bdelayed\b|no answer from host|\bdeferred\b/,
  },
  {
    ...trouble,
    text: /(?:system|server|local|internal|mail system)\b.{0,20}\b(?:config\w* error|error|failure|problem|misconfigur\w*|full)|service (?:currently |temporarily |is )?(?:un|not )available|out of memory|resources? (?:temporarily|unavailable|not available)|queue file write error|interrupted system call|cannot open|can't create|i\/o error|command died|backend|database error|temporarily unavailable|currently unavailable|maintenance/,
  },
  { ...policy, text: /(?:not|only) accepting (?:any )?(?:e-?)?mail (?:from|with)/ },
  // Ambiguous texts, which never concern only the address.
  {
    ...policy,
    isWeak: true,
    text: /\b(?:spam\w*|junk|unsolicited|bulk|polic(?:y|ies)|prohibit\w*|prohibition|administrat\w*|security|abuse|complain\w*|suspicious|trust\w*|filter\w*|block(?:ed|ing)?|bloque\w*|banned|denied|forbidden|restrict\w*|not (?:allowed|permitted|accepted|authori[sz]ed)|permission|rule imposed|white ?list|challenge|preferences|only accepting|user reject|refuses to (?:receive|accept)|rejected by (?:the )?(?:recipient|user|organi[sz]ation)|organizational settings|mass mailer|protocol violation|go away|permanent failure for one or more)\b/,
  },
  {
    ...content,
    isWeak: true,
    text: /\b(?:message|mail|e-?mail|content|transaction|data|header)s?\b (?:is |was |has been |have been |been )?(?:rejected|refused|not accepted|declined|unacceptable|bounced)|in reply to end of data|after (?:end of )?data/,
  },
];

/** A row of codes. A code of two numbers covers a whole subject, and a code of one number a whole class. */
export interface CodeRow extends RefusalRow {
  code: string;
}

/**
 * The meaning of a code alone, if no text row matches. RFC 3463 and the IANA registry "SMTP Enhanced Status Codes" (RFC
 * 5248) with RFC 7505 (null MX) and RFC 7372 (policy). An undefined detail, such as 5.1.90, has no meaning.
 */
export const codeRows: readonly CodeRow[] = [
  { ...unsaid, code: '5.1.0' },
  { ...gone, code: '5.1.1' },
  { ...noDomain, class: 'no such address', code: '5.1.2' },
  { ...invalid, code: '5.1.3' },
  { ...unsaid, code: '5.1.4' },
  { ...moved, code: '5.1.6' },
  { ...sender, code: '5.1.7' },
  { ...sender, code: '5.1.8' },
  { ...unroutable, code: '5.1.9' },
  // RFC 7505 defines it for domains without mail; Exchange Online uses it for addresses that its directory does not
  // have.
  { ...noMail, code: '5.1.10' },
  { ...unsaid, code: '5.1' },
  // RFC 3463 §3.3: "may be a permanent error if the mailbox will never be re-enabled or a transient error".
  { ...suspended, code: '5.2.1' },
  { ...full, code: '5.2.2' },
  { ...tooBig, code: '5.2.3' },
  { ...policy, code: '5.2.4' },
  // Exchange Online: a limit of this sender, and of this recipient, for an hour.
  { ...rate, code: '5.2.121' },
  { ...rate, code: '5.2.122' },
  { ...unsaid, code: '5.2' },
  { ...full, code: '5.3.1' },
  { ...tooBig, code: '5.3.4' },
  { ...trouble, code: '5.3' },
  // Exchange Online's code for an address that is not in its directory, and for an unavailable directory.
  { ...unsaid, code: '5.4.1' },
  // The code of Postfix and Exchange for a domain without a mail server, or without a responding name server.
  { ...noDomain, code: '5.4.4' },
  { ...noDomain, code: '5.4.310' },
  { ...late, code: '5.4.7' },
  { ...unroutable, code: '5.4' },
  { ...rate, code: '5.5.3' },
  // Protocol errors are unrelated to the recipient.
  { ...policy, code: '5.5.2' },
  { ...policy, code: '5.5.4' },
  { ...content, code: '5.6' },
  { ...policy, code: '5.7' },
  { ...unsaid, code: '5' },
  { ...full, code: '4.2.2' },
  { ...busy, code: '4.2' },
  { ...tooBig, code: '4.3.4' },
  { ...trouble, code: '4.3' },
  { ...rate, code: '4.5.3' },
  { ...policy, code: '4.7' },
  { ...late, code: '4' },
];
