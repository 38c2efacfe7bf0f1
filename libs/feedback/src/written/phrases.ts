/**
 * Phrases in automatic emails of mail servers and programs, in `normalized` form: lowercase, without accents. One row
 * per language or product, so that missing languages are visible. Subjects and first sentences come from the products'
 * manuals and message catalogs: Postfix bounce(5), Exim spec §48, Sendmail, qmail-send(8) and
 * https://cr.yp.to/proto/qsbmf.txt, Exchange
 * (https://learn.microsoft.com/exchange/mail-flow/non-delivery-reports-and-bounce-messages), and from the public
 * collections of flufl.bounce, Mail::DeliveryStatus::BounceParser, and Sisimai.
 */
type Phrases = readonly { of: string; text: RegExp }[];

export function fits(phrases: Phrases, text: string): boolean {
  return phrases.some((row) => row.text.test(text));
}

/** Senders of mail servers' own emails: the display name, or the local part of the address. */
export const daemonNames: Phrases = [
  {
    of: 'RFC 5321 §4.5.5, RFC 2142 and Sendmail',
    text: /mailer-?daemon|\bpost_?master\b|mail delivery (?:sub)?system/,
  },
  { of: 'MDaemon', text: /\bmdaemon\b/ },
  {
    of: 'SmarterMail, IMail, Exchange, MailEnable',
    text: /system administrator|microsoft outlook|microsoft exchange|mail administrator|mail server|mailadmin|administrator@|system@/,
  },
  { of: 'Domino, GroupWise, Lotus', text: /mail router|e-?mail system|groupwise|mailer@|mail-?system/ },
  {
    of: 'others',
    text: /mail delivery (?:service|agent)|delivery (?:subsystem|failure)|bounce[sd]?@|mail(?:-| )?daemon|smtp(?:-| )?(?:server|daemon)|mmdf|internet mail (?:delivery|service)|system manager|mail ?gateway|auto-?mailer|bulk_mailer|mail transfer|postoffice|post office|mailscanner|interscan|mimesweeper|mailmarshal|mail ?sweeper/,
  },
  { of: 'German', text: /mailzustell|zustelldienst/ },
  {
    of: 'Italian, French, Spanish',
    text: /amministratore (?:di sistema|posta)|administrateur (?:systeme|de messagerie)|administrador del (?:sistema|correo)/,
  },
];

/** Mailboxes that no one reads: senders are programs, but not only mail servers. */
export const roleNames: Phrases = [
  {
    of: 'RFC 2142 and custom',
    text: /(?:no|do-?not)[-_.]?reply|mail-?error|smtp|gateway|mail_?service|anti-?virus|\bmta\b|\bimss\b|mailsystem|notification|\berrors?@|\bsupport@|\badmin@|\broot@|\bnull@|\bnobody@|\bhostmaster@|\bsmtp@|\bmail@/,
  },
];

/** Subjects of bounces. */
export const bounceTitles: Phrases = [
  {
    of: 'English',
    text: /undeliver(?:able|ed)|non-?deliver|not delivered|undelivrable|delivery (?:status|failure|failed|problem|error|has failed|report|unsuccessful|fail)|(?:returned|rejected) (?:mail|message|e-?mail)|returned to sender|return(?:ing|ed)? (?:message )?to sender|failure (?:notice|delivery|notification)|failed (?:delivery|mail|message)|(?:mail|message|e-?mail) (?:delivery )?(?:fail(?:ed|ure)|error|system error|status report|returned|bounced?|could not be)|(?:could ?n[o']t|could not|cannot|can't|unable to|was not|wasn't) (?:be )?deliver(?:ed)?|error (?:sending|delivering) (?:your )?(?:mail|message)|unknown user|user unknown|unknown recipient|invalid recipient|recipient (?:unknown|not found|rejected)|problem delivering|message (?:undeliverable|rejected|not sent)|nondeliverable|permanent (?:delivery )?(?:failure|error)|fatal error|bounce(?:d)? (?:mail|message|notification)|dsn:|\bndr\b|message status - undeliverable|mail could not be|mailbox (?:is )?(?:full|unavailable)|quota exceeded|address (?:error|unknown)/,
  },
  {
    of: 'German',
    text: /unzustellbar|nicht zu(?:ge)?stell|zustell(?:ung|fehler|bericht|probleme?).{0,30}(?:fehl|gescheitert|nicht)|zustellfehler|zustellungsstatus|ubermittlung.{0,20}(?:fehl|gescheitert)|nachricht.{0,40}nicht (?:zugestellt|ubermittelt|gesendet)|zuruckgesandt|rucksendung|unzustellbarkeit|fehlgeschlagen/,
  },
  {
    of: 'French',
    text: /non (?:remis|distribu|delivr)|echec (?:de (?:la )?)?(?:remise|livraison|distribution|d'envoi|envoi)|message non|retour(?:ne)? a l'expediteur|impossible (?:de|a) (?:remettre|distribuer|delivrer)|avis de non|courrier (?:non|retourne)/,
  },
  {
    of: 'Spanish',
    text: /no (?:se (?:puede|pudo|ha podido|entrego)|entregad|pudo ser) ?(?:entreg)?|mensaje (?:no|devuelto|rechazado)|correo (?:no|devuelto|rechazado)|error (?:en la|de) entrega|fallo (?:en la|de) entrega|entrega fallida|devuelto al remitente|no entregable/,
  },
  {
    of: 'Italian',
    text: /(?:recapito|consegna|invio) (?:non |fallit|mancat|impossib)|mancat[ao] (?:consegna|recapito)|impossibile (?:recapitare|consegnare)|non (?:recapitat|consegnat|recapitabil)|messaggio (?:non|respinto|rifiutato)|errore di (?:consegna|recapito)|avviso di mancata/,
  },
  {
    of: 'Dutch',
    text: /onbestelbaar|niet (?:bezorgd|afgeleverd|besteld|verzonden)|bezorg(?:ing|en)? (?:is )?(?:mislukt|fout)|aflever(?:ing|en) (?:is )?mislukt|kan niet worden (?:bezorgd|afgeleverd)|mislukte (?:bezorging|aflevering)|retour afzender/,
  },
  {
    of: 'Polish',
    text: /niedostarcz|nie (?:dostarczon|mozna dostarczyc|zostal\w* dostarcz)|blad (?:dostarcz|dorecz)|niedorecz|zwrot (?:wiadomosci|poczty|do nadawcy)|dostarczenie .{0,30}nie|niepowodzenie/,
  },
  {
    of: 'Portuguese',
    text: /nao (?:foi possivel|e possivel|entregue|pode ser|pod[ei])|falha (?:na|de|ao) (?:entrega|entregar|envio)|erro (?:na|de|ao) (?:entrega|entregar|envi)|devolvid[ao]|mensagem (?:nao|devolvida|rejeitada)|impossivel entregar|nao entregue/,
  },
  {
    of: 'Swedish',
    text: /(?:gick|kunde|kan) (?:inte|ej) (?:att )?(?:leverera|levereras|skicka)|olevererad|ej leverer|leverans\w*.{0,20}(?:misslyck|fel)|oleveransbar|returner/,
  },
  {
    of: 'Danish and Norwegian',
    text: /kan ikke leveres|kunne ikke leveres|ikke levere|leverings?\w*.{0,20}(?:mislyk|feil|fejl)|kunne ikke levere|uleverbar|ikke leverbar|returnert|levering mislyk/,
  },
  {
    of: 'Finnish',
    text: /(?:ei voi|ei voitu|ei voida) toimittaa|toimit\w* .{0,20}(?:epaonnis|ei onnist)|toimittamaton|palautettu|viestia ei/,
  },
  {
    of: 'Czech and Slovak',
    text: /nedoruc|nelze doruc|nemozno doruc|doruceni .{0,30}(?:nezdar|selh|se nezd)|dorucenie .{0,20}zlyh|vracen[ao]? zprav/,
  },
  {
    of: 'Hungarian and Romanian',
    text: /kezbesithetetlen|nem (?:kezbesit|sikerult)|kezbesites.{0,20}sikertelen|nelivrat|nu (?:a putut|poate) fi (?:livrat|trimis)|livrare(?:a)? .{0,20}(?:esuat|nereusit)/,
  },
  {
    of: 'Turkish',
    text: /teslim (?:edilemedi|edilemez|edilemiyor)|iletilemedi|gonderilemedi|teslim(?:at)? .{0,20}(?:basarisiz|hata)|geri dondu/,
  },
  { of: 'Greek', text: /(?:δεν|αδυνατη).{0,30}(?:παραδο|αποστολ)|μη παραδο|αποτυχια παραδοσης/ },
  {
    of: 'Russian and Ukrainian',
    text: /не (?:доставлен|удалось доставить|может быть доставлен|удается доставить|доставлено)|недоставлен|недоставк|ошибка (?:при )?доставк|сбой доставки|возвращен\S* (?:письм|сообщен|почт)|не вдалося (?:доставити|надіслати)|не доставлено/,
  },
  {
    of: 'Japanese',
    text: /配信(?:不能|でき|に失敗|失敗|エラー|不可)|配送(?:不能|でき|に失敗|エラー)|送信(?:エラー|でき(?:ません|なかった)|に失敗|失敗|不能)|届け(?:られ|る事|ること)?(?:ません|でき)|メールエラー|エラーメール|配達(?:不能|でき)|不達|未配信|返送|戻され/,
  },
  {
    of: 'Chinese',
    text: /(?:无法|未能|不能|沒有|没有)(?:送达|送達|投递|投遞|传递|傳遞|发送|寄送|递送)|退信|投递失败|发送失败|传递失败|未送达|无法传送|傳遞失敗|系统退信|被退回|退回/,
  },
  {
    of: 'Korean',
    text: /배달(?:할 수 없|되지 않|되지 못|실패)|전송(?: ?실패|되지 않|할 수 없)|반송|발송 ?실패|배달 ?실패/,
  },
  {
    of: 'Arabic and Hebrew',
    text: /تعذر (?:تسليم|التسليم)|غير قابل للتسليم|فشل (?:تسليم|التسليم|في تسليم)|לא ניתן למסירה|לא נמסר|כשל במסירה|מסירה נכשלה/,
  },
];

/** First sentences of bounces, in the text. */
export const bounceTexts: Phrases = [
  {
    of: 'qmail',
    text: /this is the (?:qmail-send|.{0,30}mail-?send) program|this is a permanent error; i've given up|wasn't able to deliver your message|i wasn't able to|unable to deliver (?:your|this|the) (?:message|mail)/,
  },
  {
    of: 'Exim',
    text: /this message was created automatically by (?:the )?(?:mail delivery|smtp|.{0,30}mail)|a message that you sent (?:could not be|was not|has not)|a message that you have sent could not/,
  },
  {
    of: 'Sendmail',
    text: /----- the following addresses had|the following addresses? (?:had|has|have) (?:permanent|delivery|fatal|transient)|----- transcript of session follows|(?:unsent|original) message follows/,
  },
  {
    of: 'Postfix',
    text: /this is the (?:postfix|mail (?:delivery )?system|.{0,40}) (?:program|system)? ?at host|i'm sorry to have to inform you that|undelivered message returned|could not be delivered to one or more recipients/,
  },
  {
    of: 'Exchange',
    text: /did not reach the following recipient|delivery (?:has failed )?to (?:the(?:se)? |following )(?:following )?recipients?|the following recipients? could not be|couldn't be delivered|wasn't delivered to|your message (?:did not reach|to .{0,80} couldn't)|the message reached the recipient's e-?mail system, but delivery was refused|the following recipient\(?s?\)? (?:could|cannot)/,
  },
  {
    of: 'English',
    text: /(?:could ?n[o']t|could not|cannot|can not|can't|unable to|was unable to|were unable to|failed to|failure to|not able to) (?:be )?(?:deliver(?:ed)?|reach(?:ed)?|sen[dt])\b|(?:message|mail|e-?mail|letter|recipient).{0,60}(?:was not|not|has not been|wasn't|were not|is not|is) (?:able to be |being )?(?:delivered|deliverable|undeliver\w*|returned|sent to)|(?:is being|has been|have been) returned|was returned (?:to you|because|by)|is returned (?:to|because)|returned mail follows|undeliverable (?:to|mail|message|e-?mail|address)|(?:permanent|fatal) (?:fatal |delivery )?errors?|delivery (?:failed|failure|to the following|attempt|of your|has failed|error)|failed (?:recipient|addresses|delivery|to deliver)|could not be found|had (?:permanent|delivery|fatal) |rejected recipient|(?:address|recipient|user)e?s?(?:\(e?s\))? .{0,30}(?:failed|were invalid|was invalid|unknown)|undelivered|error(?:s)? (?:occurred|was encountered|while|sending|delivering)|no valid recipients|mail (?:delivery )?error|non-?delivery|bounced|message (?:bounced|rejected)|problem(?:s)? (?:delivering|sending)|invalid address(?:es)?|status report/,
  },
  {
    of: 'German',
    text: /nicht zu(?:ge)?stell|konnte.{0,60}nicht .{0,30}(?:zugestellt|ubermittelt|erreicht|versendet|gesendet|ausgeliefert)|unzustellbar|fehler bei der (?:nachrichten)?zustellung|zustellung .{0,60}(?:fehlgeschlagen|nicht|gescheitert)|konnte(?:n)? nicht|empfanger.{0,40}(?:unbekannt|nicht erreicht)/,
  },
  {
    of: 'French',
    text: /echec de (?:la )?remise|n'a (?:pas )?pu etre|n'ont pu etre|n'a pas ete (?:remis|distribu|delivr)|impossible de (?:remettre|distribuer|delivrer)|n'est pas parvenu|non (?:remis|distribu)/,
  },
  {
    of: 'Spanish',
    text: /no (?:se )?(?:ha podido|pudo|puede|fue posible|ha sido posible|es posible) .{0,40}(?:entreg|envia|realiz)|no (?:se )?(?:entrego|ha sido entregado|fue entregado)|error (?:en|al|de) .{0,20}entreg|no se pudo|devuelto/,
  },
  {
    of: 'Italian',
    text: /recapito .{0,40}non riuscito|(?:non|impossibile) .{0,30}(?:recapit|consegn)|consegna .{0,40}(?:fallit|non riuscita)|non e stato (?:possibile|recapitato|consegnato)|mancata consegna/,
  },
  {
    of: 'Dutch',
    text: /(?:bezorgen|bezorging|afleveren|aflevering).{0,60}mislukt|(?:niet|kon) .{0,40}(?:bezorgd|afgeleverd|besteld)|onbestelbaar/,
  },
  {
    of: 'Polish',
    text: /dostarczenie .{0,80}nie|nie (?:mozna|mozna bylo|zostal\w*|udalo sie|moze|mogla|mogl).{0,50}(?:dostarcz|dorecz)|niedostarczon|niedorecz/,
  },
  {
    of: 'Portuguese',
    text: /falha (?:na|de|ao) (?:entrega|entregar)|nao (?:foi|pode|pod[ei]|p[uo]de|foi possivel|conseguimos).{0,50}(?:entreg|envi)|nao foi entregue|devolvida/,
  },
  {
    of: 'Nordic languages',
    text: /(?:kunde|kan|kunne|gick|gikk) (?:inte|ej|ikke) .{0,40}(?:lever|skick|send)|(?:inte|ikke|ej) (?:blitt |blevet )?leverer|(?:ei voitu|ei voi|ei voida|epaonnistui) .{0,40}(?:toimit|lahet)|toimitus.{0,40}epaonnistui|leverans\w* .{0,40}misslyck|levering\w* .{0,40}mislyk/,
  },
  {
    of: 'Czech, Slovak, Hungarian, Romanian',
    text: /(?:nelze|nebylo mozne|nepodarilo se|nemozno|nepodarilo sa|nebola) .{0,50}doruc|doruceni .{0,60}(?:nezdar|selhalo|se nepodar)|nedoruc|nem (?:sikerult|lehet|tudtuk) .{0,40}kezbesit|kezbesites.{0,40}sikertelen|nu (?:a putut|a fost|poate) .{0,30}(?:livrat|trimis)/,
  },
  {
    of: 'Turkish and Greek',
    text: /teslim edile(?:me|mi)|iletileme|gonderileme|teslim .{0,40}basarisiz|δεν (?:ηταν δυνατη|μπορουσε|παραδοθηκε)|αποτυχια παραδοσης/,
  },
  {
    of: 'Russian and Ukrainian',
    text: /не (?:удалось|может быть|было|был[ао]?|могло быть|удается) .{0,60}доставл?|не доставлен|недоставлен|доставка .{0,60}(?:не|невозможн)|невозможно доставить|не вдалося|возвращ/,
  },
  {
    of: 'Japanese',
    text: /(?:配信|配送|送信|送達|届け|配達).{0,20}(?:失敗|できません|できなかった|出来ません|出来なかった|できず|不能|不可|エラー)|送信できません|届きません|届けることができ/,
  },
  {
    of: 'Chinese',
    text: /(?:无法|未能|不能|沒有|没有|無法).{0,12}(?:送达|送達|投递|投遞|传递|傳遞|发送|寄送|递送|到达)|退信|失败|失敗|被退回/,
  },
  {
    of: 'Korean, Arabic, Hebrew',
    text: /(?:배달|전송|발송).{0,16}(?:수 없|않|못|실패)|반송|تعذر .{0,20}تسليم|فشل .{0,20}تسليم|לא ניתן|נכשלה/,
  },
];

/** The server is still retrying. */
export const stillTried: Phrases = [
  {
    of: 'English',
    text: /\bwarning: (?:message (?:still |delayed|.{0,60}delayed)|could not send|your message|mail)|\bdelivery (?:is |has been |status notification ?\(?)?delay(?:ed)?|(?:message|mail|delivery) (?:is |has been |was )?(?:still )?delayed|\bwill (?:keep trying|continue (?:to try|trying)|be (?:retried|attempted)|retry)|\byou do not need to (?:resend|do anything)|\bhas not yet been delivered|attempts will continue|this is a warning|(?:is|are) still (?:trying|being retried|queued)|still (?:undelivered|being retried|trying)|no action is required on your part|warning only|not yet (?:been )?deliver|temporarily deferred|will continue to be|queued (?:mail|message) .{0,30}warning|delayed mail|(?:has been |is )postponed|continue to (?:try|attempt)/,
  },
  {
    of: 'other languages',
    text: /verzoger(?:t|ung)|noch nicht zugestellt|wird (?:weiter|erneut) versucht|(?:remise|livraison|distribution) (?:retardee|differee)|retarde|sera retente|retras(?:o|ada)|ritard(?:o|ata)|vertraagd|vertraging|opozni(?:ona|enie)|atras(?:o|ada)|forsenad|forsinket|viivasty|zpozden|gecik|задерж|отложен|配信(?:が)?遅延|遅れて|延迟|延遲/,
  },
];

/** Subjects of automatic absence notices. */
export const absences: Phrases = [
  {
    of: 'English',
    text: /^(?:(?:re|aw|sv|antw|fwd?): *)*\W*(?:\[?auto(?:matic|mated)?[ .-]?(?:reply|response|respond\w*|answer)|autoreply|autoresponse|out[ -]of[ -](?:the )?(?:office|town)|ooo\b|away from (?:the |my )?(?:office|mail|desk)|(?:on )?(?:vacation|holidays?|leave|maternity|annual leave)|i am (?:away|out|on)|i'm (?:away|out|on))|\b(?:auto(?:matic|mated)?[ -](?:reply|response)|out of (?:the )?office|vacation (?:reply|message|notice)|absence)\b/,
  },
  {
    of: 'German',
    text: /automatische (?:antwort|ruckantwort|mitteilung)|abwesen|nicht im (?:buro|haus)|urlaub|autoantwort/,
  },
  {
    of: 'French, Spanish, Italian, Portuguese',
    text: /reponse automatique|(?:absen(?:ce|t)|conges?)\b|respuesta automatica|fuera de (?:la )?oficina|ausen(?:te|cia)|vacaciones|risposta automatica|fuori (?:sede|ufficio)|assen(?:te|za)|ferie\b|resposta automatica|fora do escritorio|ferias/,
  },
  {
    of: 'Dutch and Nordic languages',
    text: /automatisch antwoord|afwezig|niet aanwezig|autosvar|automatisk svar|automatiskt svar|franvar|fraver|ikke pa kontoret|ferie|poissa|automaattinen vastaus|lomalla/,
  },
  {
    of: 'Slavic languages, Turkish, Hungarian',
    text: /automatyczna odpowiedz|odpowiedz automatyczna|nieobecn|poza biurem|urlop|automaticka odpoved|nepritomn|mimo kancelar|dovolen|автоматический ответ|автоответ|отсутств|отпуск|відсутн|otomatik (?:yanit|cevap)|ofis disinda|hazivon kivul|automatikus valasz|tavollet/,
  },
  {
    of: 'Asian languages',
    text: /自動(?:返信|応答)|不在|休暇|自动(?:回复|答复)|自動回覆|外出|休假|부재 ?중|자동 ?(?:회신|응답)/,
  },
];

/** Subjects of replies and forwarded emails. */
export const personal =
  /^\W*(?:re|aw|sv|antw|fwd?|wg|tr|rv|enc|vs|vl|doorst|i|r|odp|pd|ynt|ilt|回复|转发|답장|전달)(?:\[\d+\])?\s*[:：]/;

/** Separators between a server's text and the returned email, which has its own text. */
export const beforeOriginal =
  /^[ \t>]*(?:_{20,}|-{2,} ?(?:below this line is|this is a copy of|the (?:body|header)|original message|unsent message|message (?:header|text|body)|returned (?:message|mail)|begin(?:ning)? (?:of )?|start of|forwarded|headers?\b|body|your message|copy of|the original|included)|-{3,} ?(?:the (?:original|returned|unsent|message)|original |returned |unsent )|old message:|--- (?:enclosed|below|the|original)|[*=_]{3,} ?(?:original|the|returned|mail)|received: (?:from|by|\()|return-path: ?<|x-?apparently-to:|original (?:message|headers?) ?(?:follows|header|:|$)|(?:your |the )?(?:original|unsent|undelivered|returned) (?:message|mail)(?: headers?)?(?: is| was)? ?(?:follows|below|attached|enclosed|begins|:|\.)|the (?:header|body|text|first \d+ lines) (?:of|from) (?:the |your )?(?:original )?(?:message|mail)|(?:message|mail) headers? follows?|text of (?:the )?original)/im;
