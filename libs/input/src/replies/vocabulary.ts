/**
 * Opt-out words and phrases, by language. The reader (consent-keywords.ts) combines them. A text can mix languages.
 * Sources. English keywords: 47 CFR 64.1200(a)(10) (FCC: stop, quit, end, revoke, opt out, cancel, unsubscribe; other
 * words if a reasonable person understands them), CTIA Messaging Principles 5.1.3 (STOPALL), Twilio, "Twilio support
 * for opt-out keywords" (OPTOUT, UNSTOP). Other languages: the keywords that carriers and authorities there use (China
 * 退订 and TD, France STOP, ARRET and STOP PUB, Germany STOPP, Turkey RET, Korea 수신거부, Vietnam TC, Israel הסר, Indonesia
 * UNREG, Italy STOP).
 */
export interface Vocabulary {
  /** A complete opt-out, as a separate sentence, with courtesies around it. */
  stop?: string;
  /**
   * A complete opt-out that may also have any text after it, or be at the end of a longer sentence without a negation
   * in `blockers`.
   */
  plain?: string;
  /** An opt-out as an entire message, or together with one of `objects`: alone, it can also answer other questions. */
  weak?: string;
  /** An opt-out together with one of `objects` only. */
  verbs?: string;
  /** The things that should stop. */
  objects?: string;
  /**
   * Things that should stop, but not before the verb, where they have another meaning ("text STOP to end" is an
   * instruction).
   */
  objectsBehind?: string;
  /** Words that can precede the verb. */
  leads?: string;
  /** Words that can follow the verb. */
  behind?: string;
  /** Words that can be anywhere. */
  polite?: string;
  /** Words that negate a sentence, or make it a question about the past. */
  blockers?: string;
}

/** Entries are separated by `|`. Case, accents, width, and punctuation make no difference. */
export const vocabularies: Readonly<Record<string, Vocabulary>> = {
  en: {
    verbs: 'dont want|do not want|dont need|do not need',
    stop:
      'stop bothering|stop bugging|stop|stopp|stopall|removeme|deleteme|unsub|un sub|optout|opt out|opting out|opted out|opt us out|opt this number out|remove me|remove us|please remove|remove this number|' +
      'delete me|delete this number|erase me|no more|go away|get lost|piss off|fuck off|f off|buzz off|bugger off|knock it off|' +
      'cut it out|cease|desist|cease and desist|discontinue|do not text|dont text|dont text me|do not text me|do not message me|dont message me|' +
      'do not contact me|dont contact me|do not contact|dont contact|do not disturb|do not send|dont send|stop it|stop this|stop that|' +
      'i revoke my consent|i revoke consent|revoke my consent|revoke consent|i withdraw my consent|withdraw my consent|withdraw consent|' +
      'wrong number|you have the wrong number|this is the wrong number|wrong person|you have the wrong person|not my number anymore',
    plain:
      'quit bugging me|quit bothering me|quit harassing me|stop annoying me|if you dont stop|if you do not stop|why dont you stop|why wont you stop|when will you stop texting|when will you stop sending|please stop messaging|please stop texting|unsubscribe|un subscribe|opt me out|remove me from|remove us from|remove my number|remove my name|remove my phone|take me off|take us off|take my number off|take my name off|' +
      'get me off|delete my number|delete my phone|delete my contact|erase my number|erase my data|lose my number|lose this number|leave me alone|leave us alone|' +
      'put me on your do not|stop texting|stop text messaging|stop messaging|stop contacting|stop spamming|stop bothering me|stop bugging me|stop harassing me|' +
      'stop sending me|stop sending us|stop sending these|stop sending messages|stop sending texts|stop sending text|stop sending sms|stop sending promotions|' +
      'stop these messages|stop these texts|stop the messages|stop the texts|stop all messages|stop all texts|stop your messages|quit texting|quit messaging|quit sending me|quit spamming|' +
      'do not want to receive|dont want to receive|do not wish to receive|dont wish to receive|no longer want to receive|no longer wish to receive|' +
      'dont want these|do not want these|dont want your|do not want your|do not send me|dont send me|never text me|never message me|never contact me|do not ever text|do not ever contact|dont ever text|dont ever contact',
    weak: 'remove|delete|block|reply stop|text stop|send stop|type stop|txt stop|say stop|cancel|end|quit|revoke|halt|enough|stops|stopping|stop to end|stop to quit|stop to opt out|stop to unsubscribe|stop to stop|stop to cancel|stop 2 end|stop2end|stop2quit|unsubscribed',
    objects:
      'texting|messaging|messages|texts|sms|txts|msgs|promotions|promos|newsletter|newsletters|notifications|subscription|subscriptions|spam|mailings|advertising|adverts|whatsapp',
    objectsBehind:
      'text|txt|message|msg|sending|send|receiving|receive|getting|get|contacting|spamming|bothering|harassing|annoying|calling|emailing|marketing|promotional|promotion|promo|' +
      'offers|ads|alerts|updates|emails|email|mail|calls|communications|communication|contact|service|services|junk',
    leads:
      'u|u need to|u have to|u must|you should|you better|youd better|i|you|id like to|i would like to|i want to|i wanna|want to|wanna|i want you to|i wish to|i need to|i need you to|i said|i told you to|i asked you to|i have asked you to|ive asked you to|' +
      'i already said|i already told you to|i am|im|can you|can u|could you|could u|would you|would u|will you|will u|you need to|you must|you have to|you guys|how do i|how can i|how to|can i|may i|' +
      'let me|for the last time|no|nope|yes|yeah|and|so|then|but|omg|wtf|hey|time to|no thanks|no thank you|not interested|not interested in|im not interested|who is this|who are you|who dis|new phone who dis|i dont know you|' +
      'i do not know you|i dont know who this is|is this spam|this is spam',
    behind:
      'me|us|my|mine|this|that|these|those|the|your|you|any|all|more|further|future|from|of|to|it|and|or|again|anymore|any more|ever|ever again|number|numbers|phone|cell|list|lists|' +
      'your list|guys|people|company|unwanted|stupid|damn|fucking|unsolicited|political|crap|shit|nonsense|completely|forever|altogether|permanently|at once|right away|dont text|do not contact|dont contact|already|i said|i mean it|have a nice day|have a good day|or else|no|ok|now',
    polite:
      'please|pls|plz|plse|pleas|plese|please and thank you|thanks|thank you|thankyou|thx|thnx|tnx|ty|tks|cheers|hi|hello|hey|ok|okay|sorry|just|kindly|sir|madam|maam|mate|dude|bro|now|immediately|asap|today|thanks a lot|' +
      'many thanks|thank you very much|thanks so much|good morning|good afternoon|good evening|dear|dear sir|regards|kind regards|best regards|best|sincerely|bye|goodbye|lol|haha|seriously|all|everything|team|there|guys|god bless|amen|with immediate effect',
    blockers:
      'dont|do|not|never|why|when|did|does|wont|wouldnt|cant|cannot|didnt|doesnt|isnt|unless|until|without|should|shouldnt|we|they|he|she|ill|will|must|non|before|if|reply|txt|send|type|press',
  },
  es: {
    stop: 'no mas|basta ya|darse de baja|darme baja|dame de baja|denme de baja|deme de baja|borrame|borrenme|borreme|eliminame|eliminenme|elimineme|quitame|quitenme|sacame|saquenme|desuscribir|desuscribirme|desuscribeme|desuscribanme|desinscribir|desinscribirme|cancelar suscripcion|cancelar la suscripcion|cancelar mi suscripcion|anular suscripcion|dejame en paz|dejenme en paz|dejen de molestar|deja de molestar|numero equivocado|no me escriban|no me escribas|no me escriba|no molesten|no molestar',
    plain:
      'no quiero recibir|no deseo recibir|ya no quiero|no quiero mas|darme de baja|dar de baja|deme de baja|no me envien|no me envie|no me envies|no me manden|no me mande|no me mandes|no enviar mas|no envien mas|no manden mas|dejen de enviar|deja de enviar|deje de enviar|dejen de mandar|deja de mandar|dejen de escribir|deja de escribir|saquenme de|sacame de|quitenme de|eliminenme de|borren mi numero|borra mi numero|eliminen mi numero|elimina mi numero|eliminar mi numero|borrar mi numero',
    weak: 'no quiero|alto|parar|pare|paren|para|baja|cancelar|cancela|cancelen|detener|detengan|detenga|deten|salir|basta|fin|terminar|anular|desactivar',
    verbs: 'dejar de|dejen de|deja de|dejar de recibir|no quiero|sin|bloquear|suspender',
    objects:
      'promociones|promocion|publicidad|anuncios|ofertas|mensajes|mensaje|mensajitos|sms|textos|enviar|enviarme|recibir|notificaciones|correos|suscripcion|envios|mandar|mandarme|molestar|novedades|marketing|comunicaciones|propaganda',
    leads:
      'quiero|quisiera|deseo|me gustaria|necesito|puede|pueden|podria|podrian|como puedo|si|no|ya|yo quiero|solicito|favor de|favor|le pido|les pido|me|no gracias|no me interesa',
    behind:
      'me|mi|mis|el|la|los|las|de|del|su|sus|lista|numero|mas|estos|este|esta|estas|todo|todos|todas|por|que|a|ya|nunca mas|telefono|celular',
    polite:
      'por favor|porfavor|porfa|porfis|xfa|xfavor|gracias|muchas gracias|mil gracias|hola|buenos dias|buenas tardes|buenas noches|saludos|ahora|inmediatamente|de inmediato|senor|senora|amigo|disculpe|perdon',
    blockers: 'no|no quiero|no deseo|nunca|jamas|cuando|porque|por que|nadie|sin',
  },
  pt: {
    stop: 'chega|nao mais|descadastrar|descadastro|descadastre me|descadastre|descadastra|me descadastre|me descadastra|me descadastrem|me remova|me remove|me remover|remova me|remova|remover|me tire|me tira|me exclua|me excluir|me deixe em paz|me deixem em paz|cancelar inscricao|cancelar assinatura|cancelar subscricao|cancelar a subscricao|numero errado|desinscrever|desinscrever me|desinscreva me|me desinscreva|nao perturbe|nao me perturbe',
    plain:
      'nao quero receber|nao quero mais|nao desejo receber|nao gostaria de receber|nao me mande|nao me mandem|nao mande mais|nao mandem mais|nao me envie|nao me enviem|nao envie mais|nao enviem mais|nao enviar mais|pare de enviar|parem de enviar|pare de mandar|parem de mandar|para de mandar|para de enviar|pare de me|parem de me|para de me|me tire da|me tira da|me remova da|me remove da|me exclua da|sair da lista|apague meu numero|apaguem meu numero|remova meu numero|exclua meu numero',
    weak: 'nao quero|parar|pare|parem|para|sair|cancelar|cancela|cancele|cancelem|encerrar|bloquear|interromper|suspender|desativar|fim',
    verbs: 'parar de|deixar de|nao quero|sem|interrompa|interrompam',
    objects:
      'promocoes|promocao|publicidade|anuncios|ofertas|mensagens|mensagem|msg|msgs|sms|enviar|receber|notificacoes|emails|assinatura|envios|marketing|propagandas|propaganda|subscricao|inscricao|comunicacoes',
    leads:
      'quero|queria|gostaria de|desejo|eu quero|preciso|pode|podem|poderia|como faco para|como posso|sim|ja|solicito|favor|me|nao obrigado|nao tenho interesse',
    behind:
      'me|meu|minha|o|a|os|as|de|da|do|das|dos|sua|seu|lista|numero|mais|essas|esses|estas|estes|todas|todos|por|que|ja|telefone|celular|para mim',
    polite:
      'por favor|porfavor|pfv|pf|pfvr|obrigado|obrigada|muito obrigado|muito obrigada|obg|ola|oi|bom dia|boa tarde|boa noite|agora|imediatamente|senhor|senhora|desculpe|grato|grata',
    blockers: 'nao|nao quero|nunca|jamais|quando|porque|por que|ninguem',
  },
  fr: {
    stop: 'desabonner|desabonnement|desabonnez moi|desabonne moi|me desabonner|desinscrire|desinscription|desinscrivez moi|me desinscrire|resiliation|retirez moi|retire moi|supprimez moi|enlevez moi|effacez moi|laissez moi tranquille|foutez moi la paix|fichez moi la paix|stop pub|ca suffit maintenant|faux numero|mauvais numero|erreur de numero|ne me contactez plus|ne me contacte plus|ne m ecrivez plus|ne m ecris plus|ne plus me contacter|ne plus m ecrire|rayez moi',
    plain:
      'je ne veux plus|je ne souhaite plus|je veux plus recevoir|ne plus recevoir|ne m envoyez plus|ne m envoie plus|n envoyez plus|arretez de m envoyer|arrete de m envoyer|arretez de m ecrire|arretez d envoyer|cessez de m envoyer|cessez de m ecrire|cessez d envoyer|retirez moi de|retirez mon numero|supprimez mon numero|supprimer mon numero|effacez mon numero|effacer mon numero|enlevez mon numero|enlevez moi de|rayez moi de|supprimez moi de',
    weak: 'arret|arreter|arretez|arrete|resilier|annuler|cesser|cessez|suspendre|fin|interrompre|bloquer',
    verbs: 'plus de|pas de|plus aucun|plus aucune|aucun|aucune',
    objects:
      'promotions|promotion|promos|promo|pub|pubs|publicite|publicites|offres|offre|messages|message|sms|texto|textos|notifications|envoi|envois|abonnement|newsletter|mails|marketing|annonces|sollicitations|m envoyer|recevoir|m ecrire',
    leads:
      'je veux|je voudrais|je souhaite|j aimerais|je desire|merci de|veuillez|pouvez vous|pourriez vous|comment|comment se|comment faire pour|oui|non merci|je|j|s il vous plait|svp|pas interesse|priere de',
    behind:
      'au|moi|me|m|mon|ma|mes|le|la|les|l|de|d|du|des|vos|votre|ce|ces|cette|liste|numero|tous|toutes|tout|plus|a|par|votre liste|telephone|jamais',
    polite:
      's il vous plait|s il te plait|svp|stp|merci|merci beaucoup|merci bien|merci d avance|bonjour|bonsoir|salut|maintenant|immediatement|tout de suite|monsieur|madame|cordialement|bien a vous|desole',
    blockers: 'ne|n|pas|jamais|pourquoi|quand|sans|non',
  },
  de: {
    stop: 'stoppen|stoppen sie|stoppt|stoppe|stopp|abmelden|abbestellen|austragen|bitte abmelden|melden sie mich ab|meldet mich ab|abmeldung|abbestellung|loschen sie mich|loscht mich|austragung|streichen sie mich|streicht mich|lasst mich in ruhe|lassen sie mich in ruhe|lass mich in ruhe|falsche nummer|falsch verbunden|kein interesse mehr|kontaktieren sie mich nicht mehr|schreiben sie mir nicht mehr|schreibt mir nicht mehr|schreib mir nicht mehr|nicht mehr schreiben|nicht mehr anschreiben|ich widerrufe|widerruf|ich widerspreche|werbewiderspruch|newsletter abmelden',
    plain:
      'ich mochte keine|ich mochte nichts mehr|ich will keine|ich will nichts mehr|ich wunsche keine|mochte keine|schicken sie mir keine|schickt mir keine|schick mir keine|senden sie mir keine|sendet mir keine|nehmen sie mich aus|nehmt mich aus|nehmt mich von|nehmen sie mich von|aus dem verteiler|aus ihrem verteiler|aus eurem verteiler|von ihrer liste|von der liste nehmen|meine nummer loschen|loschen sie meine nummer|loscht meine nummer|meine daten loschen|loschen sie meine daten|horen sie auf|hort auf|hor auf|nicht mehr zusenden|nicht mehr schicken|nichts mehr schicken|nichts mehr senden|keine weiteren',
    weak: 'kundigen|aufhoren|beenden|ende|schluss damit|abbrechen|halt|genug|loschen|deaktivieren|abstellen|einstellen|storno|stornieren|widerrufen|unterlassen',
    verbs: 'keine|keinerlei|nicht mehr|kein',
    objects:
      'werbung|werbeaktionen|werbenachrichten|werbemails|angebote|aktionen|promotions|promotionen|nachrichten|nachricht|sms|mails|newsletter|benachrichtigungen|abo|marketing|spam|werbe sms|whatsapp nachrichten|infos|zusendungen|mitteilungen|senden|schicken|zusenden|erhalten|empfangen',
    leads:
      'ich mochte|ich will|ich wurde gerne|ich wurde gern|mochte|will|konnen sie|konnt ihr|konnten sie|wie kann ich|ja|nein|nein danke|bitte|ich|mich|kein interesse|mich bitte|euch|hiermit',
    behind:
      'mich|mir|von|vom|ihnen|euch|die|das|der|den|diese|dieser|mehr|weiteren|alle|aller|sofort|an|meine|nummer|liste|verteiler|uns|und|dem|ihrem|eurem|newsletter|bitte|werden|haben',
    polite:
      'bitte|danke|vielen dank|danke schon|dankeschon|besten dank|hallo|guten tag|guten morgen|guten abend|hi|servus|moin|sofort|umgehend|jetzt|endlich|mfg|mit freundlichen grussen|freundliche grusse|viele grusse|liebe grusse|lg|gruss|grusse|sorry|entschuldigung|ab sofort',
    blockers: 'nicht|nie|niemals|warum|wann|wieso|wenn|kein|hatte|wurde|wir',
  },
  it: {
    stop: 'disiscrivi|disiscrivimi|disiscrivetemi|disiscrivermi|disiscrizione|cancellami|cancellatemi|cancellarmi|cancellazione|rimuovimi|rimuovetemi|toglietemi|toglimi|smettetela|smettila|lasciatemi in pace|lasciami in pace|annulla iscrizione|annullare iscrizione|numero sbagliato|avete sbagliato numero|ha sbagliato numero|non scrivetemi|non scrivetemi piu|non scrivermi piu|non contattatemi|non contattatemi piu|non disturbatemi',
    plain:
      'non voglio piu|non voglio ricevere|non desidero ricevere|non desidero piu|non inviatemi|non inviarmi|non mandatemi|non mandarmi|non inviare piu|non mandate piu|smettetela di|smettila di|smettete di|cancellatemi da|cancellatemi dalla|toglietemi da|toglietemi dalla|rimuovetemi da|rimuovetemi dalla|rimuovete il mio numero|cancellate il mio numero|eliminate il mio numero|cancella il mio numero|basta messaggi',
    weak: 'ferma|fermate|fermati|annulla|annullare|basta|interrompi|interrompere|interrompete|disattiva|disattivare|blocca|revoca|smetti',
    verbs: 'niente|nessun|nessuna|no|basta con',
    objects:
      'promozioni|promozione|pubblicita|offerte|messaggi|messaggio|sms|notifiche|newsletter|comunicazioni|iscrizione|abbonamento|invio|marketing|inviare|inviarmi|mandarmi|ricevere|promo|annunci',
    leads:
      'voglio|vorrei|desidero|chiedo di|potete|puoi|potreste|come faccio a|come posso|si|no|no grazie|non mi interessa|io|mi|vi prego di|prego',
    behind:
      'mi|il|la|i|le|gli|mio|miei|di|da|dal|dalla|dalle|vostra|vostre|vostri|lista|numero|piu|questi|queste|questo|questa|tutti|tutte|per|con|altri|altre|subito',
    polite:
      'per favore|perfavore|per piacere|per cortesia|grazie|grazie mille|mille grazie|ciao|salve|buongiorno|buonasera|adesso|ora|subito|immediatamente|cordiali saluti|saluti|scusate',
    blockers: 'non|mai|perche|quando|senza',
  },
  nl: {
    stop: 'afmelden|uitschrijven|meld mij af|meld me af|schrijf mij uit|schrijf me uit|afmelding|uitschrijving|verwijder mij|verwijder me|haal me eraf|haal mij eraf|laat me met rust|laat mij met rust|opzeggen|opgezegd|verkeerd nummer|niet meer sturen|niet meer berichten',
    plain:
      'ik wil geen|ik wens geen|stuur mij geen|stuur me geen|stuur geen|haal me van|haal mij van|verwijder mij van|verwijder mij uit|verwijder me uit|verwijder mijn nummer|hou op met|houd op met|geen berichten meer',
    weak: 'stoppen|beeindigen|annuleren|annuleer|einde|stopzetten|ophouden|hou op|houd op|genoeg',
    verbs: 'geen|niet meer',
    objects:
      'berichten|berichtjes|smsjes|sms|reclame|promoties|aanbiedingen|advertenties|meldingen|nieuwsbrief|abonnement|marketing|mails|appjes|ontvangen|sturen',
    leads: 'ik wil|ik wil graag|ik zou graag|ik|kunt u|kun je|kan je|hoe kan ik|ja|nee|nee dank je|graag',
    behind: 'mij|me|mijn|met|de|het|deze|die|meer|van|uit|alle|te|nummer|lijst|jullie|uw|sturen|ontvangen',
    polite:
      'alstublieft|alsjeblieft|aub|ajb|svp|dank u|dank je|dankjewel|bedankt|hallo|hoi|goedemorgen|nu|direct|onmiddellijk|groeten|groetjes|mvg|graag',
    blockers: 'niet|nooit|waarom|wanneer|zonder',
  },
  sv: {
    stop: 'stopp|avregistrera|avregistrera mig|avsluta prenumeration|avprenumerera|avanmal|avanmal mig|ta bort mig|ta bort mitt nummer|lamna mig ifred|lamna mig i fred|sluta skicka|sluta sms a|fel nummer|sluta messa',
    plain: 'jag vill inte ha|jag vill inte langre|skicka inte|sluta skicka|ta bort mig fran',
    weak: 'sluta|avsluta|avbryt|stoppa|slut|avboka',
    verbs: 'inga|inga fler|inte fler',
    objects:
      'sms|meddelanden|reklam|kampanjer|erbjudanden|utskick|prenumeration|nyhetsbrev|notiser|marknadsforing|kampanj|annonser',
    leads: 'jag vill|jag onskar|kan ni|kan du|hur|ja|nej|nej tack|snalla',
    behind: 'mig|till|mina|mitt|fler|era|detta|dessa|alla|nu|fran',
    polite: 'tack|snalla|tack pa forhand|hej|hejsan|omedelbart|nu|vanligen|mvh|halsningar',
    blockers: 'inte|aldrig|varfor|nar',
  },
  da: {
    stop: 'stop sms|afmeld|afmeld mig|frameld|frameld mig|afmelding|framelding|slet mig|slet mit nummer|fjern mig|lad mig vaere i fred|forkert nummer',
    plain: 'jeg vil ikke have|jeg onsker ikke|send ikke|hold op med|fjern mig fra',
    weak: 'stopp|slut|afslut|annuller|hold op|opsig',
    verbs: 'ingen|ikke flere',
    objects:
      'beskeder|sms er|reklamer|reklame|kampagner|tilbud|nyhedsbrev|abonnement|markedsforing|kampagne|annoncer|notifikationer',
    leads: 'jeg vil gerne|jeg onsker at|jeg vil|kan i|kan du|hvordan|nej tak|venligst',
    behind: 'mig|til|flere|jeres|disse|alle|fra|med|at|mit',
    polite: 'venligst|tak|mange tak|hej|med det samme|nu|vh|hilsen',
    blockers: 'ikke|aldrig|hvorfor|hvornar',
  },
  no: {
    stop: 'stopp|avslutt abonnement|meld meg av|meld meg ut|avmeld|avmelding|fjern meg|slett meg|slett nummeret mitt|la meg vaere i fred|la meg vaere|slutt a sende|feil nummer',
    plain: 'jeg vil ikke ha|jeg onsker ikke|ikke send|slutt a sende|fjern meg fra',
    weak: 'avslutt|slutt|stans|avbryt|kanseller',
    verbs: 'ingen|ikke flere',
    objects:
      'meldinger|tekstmeldinger|reklame|kampanjer|tilbud|nyhetsbrev|abonnement|markedsforing|varsler|annonser|sms',
    leads: 'jeg vil|jeg onsker a|kan dere|kan du|hvordan|nei takk|vennligst|jeg vil gjerne',
    behind: 'meg|til|flere|deres|disse|alle|fra|med|a',
    polite: 'vennligst|takk|tusen takk|hei|na|umiddelbart|hilsen|mvh',
    blockers: 'ikke|aldri|hvorfor',
  },
  fi: {
    stop: 'lopeta|lopettakaa|peruuta tilaus|peru tilaus|poista minut|poistakaa minut|ala laheta|alkaa lahettako|jattakaa rauhaan|vaara numero|en halua viesteja',
    plain: 'en halua|ala laheta|alkaa lahettako|poista numeroni|poistakaa numeroni',
    weak: 'peruuta|poista|eroa|riittaa',
    verbs: 'ei enaa|ei lisaa',
    objects:
      'viestit|viesteja|mainokset|mainontaa|mainonta|kampanjat|tarjoukset|uutiskirje|tilaus|tekstiviestit|markkinointi|markkinointia|lahettaminen',
    leads: 'haluan|voitteko|voisitteko|ole hyva|kylla|ei kiitos',
    behind: 'minulle|enaa|lisaa|naita|kaikki|heti',
    polite: 'kiitos|ole hyva|olkaa hyva|hei|moi|heti|nyt|terveisin',
    blockers: 'miksi|milloin|ei',
  },
  pl: {
    stop: 'wypisz mnie|wypiszcie mnie|wypisuje sie|wypisz|wypisac|prosze mnie wypisac|rezygnuje|rezygnacja|usun mnie|usuncie mnie|prosze mnie usunac|dajcie mi spokoj|zly numer|pomylka|zrezygnuj|chce zrezygnowac|anuluj subskrypcje',
    plain:
      'nie chce|nie zycze sobie|nie wysylajcie|nie wysylaj|prosze nie wysylac|przestancie wysylac|przestan wysylac|prosze nie pisac|nie piszcie|usuncie moj numer|usun moj numer|prosze usunac moj numer|cofam zgode|wycofuje zgode',
    weak: 'zatrzymaj|zatrzymac|anuluj|koniec|przestan|przestancie|dosc|wylacz|wstrzymaj',
    verbs: 'zadnych|bez',
    objects:
      'wiadomosci|smsow|smsy|promocje|promocji|reklamy|reklam|oferty|ofert|newsletter|subskrypcje|powiadomienia|powiadomien|marketing|wysylanie',
    leads: 'chce|chcialbym|chcialabym|prosze|czy mozecie|jak moge|tak|nie dziekuje',
    behind: 'mnie|mi|do|z|tych|te|wiecej|od|was|listy|moj|numer|juz|wszystkie',
    polite:
      'prosze|prosze o|dziekuje|dzieki|z gory dziekuje|dzien dobry|czesc|witam|natychmiast|teraz|pozdrawiam',
    blockers: 'nie|nigdy|dlaczego|kiedy',
  },
  cs: {
    stop: 'odhlasit|odhlaste me|odhlasit se|odhlasuji|zrusit odber|vyradte me|odstrante me|vymazte me|dejte mi pokoj|spatne cislo|omyl',
    plain:
      'nechci dostavat|nechci|neprejeme si|nepreji si|neposilejte|prosim neposilat|prestante posilat|vymazte me cislo|smazte me cislo',
    weak: 'zastavit|zastavte|zrusit|zruste|konec|prestante|prestan|dost|ukoncit|vypnout',
    verbs: 'zadne|uz zadne',
    objects:
      'zpravy|sms|reklamy|reklamu|reklama|propagace|akce|nabidky|novinky|newsletter|odber|marketing|oznameni|promo akce|propagacni zpravy',
    leads: 'chci|chtel bych|chtela bych|prosim|muzete|jak|ano|ne dekuji',
    behind: 'me|mi|mne|z|ze|od|vas|dalsi|vsechny|tyto|uz|seznamu|moje|cislo',
    polite: 'prosim|dekuji|diky|dobry den|ahoj|ihned|okamzite|hned|s pozdravem',
    blockers: 'ne|nikdy|proc|kdy',
  },
  sk: {
    stop: 'odhlasit|odhlaste ma|odhlasit sa|zrusit odber|vymazte ma|odstrante ma|dajte mi pokoj|zle cislo',
    plain: 'nechcem dostavat|nechcem|neposielajte|prestante posielat|vymazte moje cislo|nezelam si',
    weak: 'zastavit|zastavte|zrusit|zruste|koniec|prestante|dost|ukoncit',
    verbs: 'ziadne|uz ziadne',
    objects:
      'spravy|reklamy|reklamu|propagacie|akcie|ponuky|odber|oznamenia|promo akcie|propagacne spravy|marketing',
    leads: 'chcem|chcel by som|chcela by som|prosim|mozete|ako|ano',
    behind: 'ma|mi|mne|z|zo|od|vas|dalsie|vsetky|tieto|uz|zoznamu|moje|cislo',
    polite: 'prosim|dakujem|dobry den|ahoj|ihned|okamzite|hned|s pozdravom',
    blockers: 'nie|nikdy|preco|kedy',
  },
  hu: {
    stop: 'leiratkozas|leiratkozom|leiratkozni|iratkozzanak le|toroljenek|toroljetek|vegyenek le|hagyjanak beken|hagyjatok beken|rossz szam|teves szam|teves hivas',
    plain:
      'nem kerek tobb|nem kerek|ne kuldjenek|ne kuldjetek|ne kuldj|nem szeretnek tobb|toroljek a szamomat|torolje a szamomat',
    weak: 'allj|leallit|leallitas|lemondas|lemondom|eleg|torles|megszakitas',
    verbs: 'tobb|nem kell',
    objects:
      'uzenet|uzenetet|uzenetek|promociok|promociot|reklam|reklamot|reklamok|ajanlatok|akciok|hirlevel|sms t|ertesitesek|leallitasa|hirdetesek',
    leads: 'szeretnek|kerem|kerek|kerjuk|hogyan|igen',
    behind: 'nekem|rolam|engem|a|az|listarol|tobb|tobbet',
    polite: 'kerem|koszonom|koszi|koszonettel|jo napot|szia|azonnal|most|udvozlettel',
    blockers: 'nem|soha|miert|mikor',
  },
  ro: {
    stop: 'dezabonare|dezabonati ma|dezaboneaza ma|ma dezabonez|stergeti ma|sterge ma|scoateti ma|lasati ma in pace|numar gresit|eliminati ma',
    plain:
      'nu mai vreau|nu mai doresc|nu doresc sa primesc|nu vreau sa primesc|nu mai trimiteti|nu imi mai trimiteti|nu mi mai trimiteti|stergeti numarul meu|sterge numarul meu',
    weak: 'opreste|opriti|oprire|anulare|anuleaza|anulati|ajunge|incetati|renunt',
    verbs: 'fara|nu mai',
    objects:
      'mesaje|mesajele|promotii|promotiile|reclame|reclamele|oferte|ofertele|notificari|abonament|abonare|marketing|sms uri|newsletter',
    leads: 'vreau sa|vreau|as vrea sa|doresc sa|va rog sa|puteti|cum pot sa|da|nu multumesc',
    behind: 'ma|mi|imi|de|la|din|dumneavoastra|lista|numarul|meu|aceste|toate|mai',
    polite: 'va rog|te rog|multumesc|mersi|buna|buna ziua|salut|imediat|acum|cu stima',
    blockers: 'nu|niciodata|de ce|cand',
  },
  /** Croatian, Bosnian, Serbian in Latin letters, Slovenian. */
  hr: {
    stop: 'odjava|odjavi|odjavi me|odjavite me|obrisite me|uklonite me|maknite me|pogresan broj|krivi broj|ostavite me na miru|odjavljujem se|odjaviti se|izbrisite me',
    plain:
      'ne zelim|ne zelim primati|nemojte slati|nemojte mi slati|prestanite slati|ne saljite|obrisite moj broj|izbrisite moj broj',
    weak: 'zaustavi|zaustavite|prekini|prekinite|kraj|prestani|prestanite|otkazi|dosta|obustavi|ustavi|ustavite|prenehajte|odjavite|prekliči',
    verbs: 'bez|nema vise|brez',
    objects:
      'poruke|poruka|promocije|promocija|reklame|reklama|oglase|ponude|obavijesti|obavestenja|pretplatu|sporocila|obvestila|oglasevanje|marketing|sms poruke',
    leads: 'zelim|zelim se|molim|molim da|mozete li|kako|da|zelim da',
    behind: 'me|mi|meni|s|sa|od|iz|vas|vise|vec|sve|ove|broj|moj|liste',
    polite: 'molim|molim vas|hvala|hvala lepa|bok|dobar dan|odmah|sada|pozdrav|prosim|takoj',
    blockers: 'ne|nikad|nikada|zasto|kada',
  },
  ru: {
    stop: 'отпишитесь|отпишите нас|стоп|отписаться|отпишите|отпишите меня|отпиши меня|отписка|отписать|отписываюсь|хватит|отстаньте|уберите меня|удалите меня|исключите меня|оставьте меня в покое|не пишите|не пишите мне|не беспокойте|не беспокоить|не тот номер|вы ошиблись номером|ошиблись номером|отказаться от рассылки|отказ от рассылки|отключить рассылку',
    plain:
      'не хочу получать|не желаю получать|не присылайте|не шлите|не отправляйте|больше не пишите|больше не присылайте|прекратите присылать|прекратите слать|прекратите писать|перестаньте присылать|перестаньте слать|перестаньте писать|хватит слать|хватит присылать|хватит писать|удалите мой номер|уберите мой номер|отпишите меня от|отписаться от|отзываю согласие',
    weak: 'остановить|остановите|остановка|отмена|отменить|прекратить|прекратите|конец|отказ|довольно|отключить|отключите|выход',
    verbs: 'без|не надо|не нужна|не нужны|больше не',
    objects:
      'рекламу|реклама|рекламы|рассылку|рассылка|рассылки|рассылок|сообщения|сообщений|смс|смски|акции|промоакции|предложения|уведомления|подписку|подписка|спам|маркетинг|реклам|промо',
    leads:
      'хочу|я хочу|хотел бы|хотела бы|прошу|можете|как|да|нет|нет спасибо|просьба|пожалуйста|не интересует',
    behind:
      'меня|мне|мой|номер|от|из|с|ваши|ваших|вашу|вашей|эти|эту|все|всех|больше|базы|списка|слать|присылать|отправлять|писать|получать|сейчас|немедленно',
    polite:
      'пожалуйста|пожалуйсто|плиз|спасибо|спс|благодарю|здравствуйте|привет|добрый день|добрый вечер|доброе утро|немедленно|срочно|сейчас|с уважением|заранее спасибо',
    blockers: 'не|не хочу|никогда|почему|когда|зачем',
  },
  uk: {
    stop: 'відписатися|відпишіть мене|відпишіть|відписка|відписатись|досить|припиніть|видаліть мене|не пишіть мені|не турбуйте|не турбувати|помилилися номером|відмовитися від розсилки',
    plain:
      'не хочу отримувати|не бажаю отримувати|не надсилайте|не шліть|припиніть надсилати|перестаньте надсилати|видаліть мій номер|відписатися від',
    weak: 'зупинити|зупиніть|скасувати|кінець|відмова|припинити|вимкнути|зупинка',
    verbs: 'без|не треба|не потрібно',
    objects:
      'рекламу|реклама|розсилку|розсилка|повідомлення|повідомлень|акції|промоакції|пропозиції|сповіщення|підписку|смс|маркетинг|надсилати',
    leads: 'хочу|я хочу|прошу|можете|як|так|ні|ні дякую|будь ласка',
    behind: 'мене|мені|мій|номер|від|із|з|ваші|ваших|ці|всі|усі|більше|списку',
    polite: 'будь ласка|дякую|доброго дня|добрий день|привіт|негайно|зараз|з повагою',
    blockers: 'не|ніколи|чому|коли|навіщо',
  },
  /** Bulgarian, Macedonian, Serbian in Cyrillic letters. */
  bg: {
    stop: 'отписване|отпишете ме|отпиши ме|премахнете ме|махнете ме|грешен номер|оставете ме на мира|спрете да ми пишете|откажи|не ми пишете',
    plain:
      'не искам да получавам|не желая да получавам|не ми изпращайте|не изпращайте|спрете да изпращате|изтрийте номера ми',
    weak: 'спри|спрете|спиране|край|отказ|прекрати|сопри|заустави|зауставите|прекини|стига|откажете',
    verbs: 'без|не искам',
    objects:
      'съобщения|съобщенията|реклами|рекламите|промоции|промоциите|оферти|известия|абонамент|пораки|рекламе|промоције|промоции те|поруке|маркетинг|реклама|бюлетин',
    leads: 'искам|искам да|моля|може ли|как|да|не благодаря|желая да',
    behind: 'ме|ми|от|ваши|вашите|тези|всички|повече|номер|списъка|да|изпращате',
    polite: 'моля|моля ви|благодаря|мерси|здравейте|веднага|сега|поздрави|молам|фала|хвала',
    blockers: 'не|никога|защо|кога',
  },
  el: {
    stop: 'στοπ|απεγγραφη|απεγγραφη μου|διαγραφη|διαγραψτε με|διεγραψε με|σταματηστε να μου στελνετε|αφηστε με ησυχο|λαθος αριθμος|απεγγραψτε με|αφαιρεστε με',
    plain:
      'δεν θελω να λαμβανω|δεν θελω αλλα|δεν επιθυμω|μη μου στελνετε|μην μου στελνετε|μη στελνετε|μην στελνετε|σταματηστε να|διαγραψτε τον αριθμο μου',
    weak: 'σταματηστε|σταματα|διακοπη|ακυρωση|τελος|αρκετα|παυση|ακυρωστε',
    verbs: 'οχι αλλα|χωρις',
    objects:
      'μηνυματα|μηνυμα|προσφορες|προσφορων|διαφημισεις|διαφημισεων|προωθητικα|προωθητικων|ενημερωσεις|συνδρομη|ενεργειων|ειδοποιησεις|προωθησεις',
    leads: 'θελω|θελω να|θα ηθελα να|παρακαλω|μπορειτε να|πως|ναι|οχι ευχαριστω',
    behind: 'με|μου|απο|τη|την|τα|τις|των|λιστα|σας|αλλα|ολα|πια|αυτα',
    polite: 'παρακαλω|ευχαριστω|καλημερα|καλησπερα|γεια|γεια σας|αμεσα|τωρα',
    blockers: 'δεν|μη|μην|ποτε|γιατι|ποτε',
  },
  tr: {
    stop: 'abonelikten cik|abonelikten cikar|abonelikten cikmak istiyorum|aboneligi iptal et|listeden cikar|listeden cikarin|beni cikar|beni cikarin|beni silin|beni rahat birakin|mesaj atmayin|mesaj atma|mesaj gondermeyin|mesaj gonderme|yanlis numara|yazmayin|rahatsiz etmeyin|beni listeden cikarin|listenizden cikarin',
    plain: 'mesaj almak istemiyorum|istemiyorum mesaj|numarami silin|bir daha mesaj|artik mesaj',
    weak: 'dur|durdur|durdurun|iptal|ret|reddet|yeter|bitir|iptal et|cikis|kapat',
    verbs: 'istemiyorum|gondermeyin|atmayin|gonderme|atma',
    objects:
      'mesaj|mesajlari|mesajlar|reklam|reklamlari|reklamlar|promosyon|promosyonlari|promosyonlar|kampanya|kampanyalari|kampanyalar|abonelik|bildirim|bildirimleri|sms|teklifleri|pazarlama|tanitimlari',
    leads: 'lutfen|artik|bir daha|bana|evet|hayir|daha fazla|bu',
    behind: 'lutfen|artik|bana|beni|et|edin|istiyorum|almak|bir daha',
    polite:
      'lutfen|tesekkurler|tesekkur ederim|sagol|sag olun|merhaba|selam|iyi gunler|hemen|simdi|rica ederim',
    blockers: 'neden|nicin|degil|asla',
  },
  he: {
    stop: 'הסר|הסרה|הסירו אותי|תסירו אותי|הסר אותי|להסיר|להסרה|תפסיקו|תפסיקו לשלוח|עזבו אותי|מספר שגוי|טעות במספר|בטלו מנוי|אל תשלחו|תמחקו אותי|מחקו אותי|הסירו',
    plain: 'לא רוצה לקבל|אני לא רוצה|אל תשלחו לי|תפסיקו לשלוח|להסיר אותי|תורידו אותי',
    weak: 'עצור|עצרו|די|הפסק|ביטול|בטל|סיום|חסום|הפסקה|הפסיקו|עצירת|הפסקת',
    verbs: 'בלי|לא עוד',
    objects: 'הודעות|פרסומות|מבצעים|דיוור|מנוי|פרסום|התראות|פרסומים|קידום מכירות|שיווק',
    leads: 'אני רוצה|נא|אנא|בבקשה|אפשר|כן|לא',
    behind: 'אותי|לי|את|מהרשימה|מרשימת|התפוצה|יותר|שלכם|כל|ההודעות',
    polite: 'בבקשה|תודה|תודה רבה|שלום|מיד|עכשיו|נא|אנא',
    blockers: 'לא|אל|למה|מתי',
  },
  ar: {
    stop: 'الغاء الاشتراك|الغي الاشتراك|الغ اشتراكي|الغاء اشتراكي|لا ترسل|لا ترسلوا|لا ترسلوا لي|لا تراسلني|لا تراسلوني|احذفوا رقمي|احذف رقمي|احذفوني|ازالة|ازيلوني|رقم خطا|الرقم غلط|الرقم خطا|لا تزعجوني|توقفوا|توقف عن الارسال|اوقفوا الرسائل',
    plain:
      'لا اريد استقبال|لا اريد تلقي|لا اريد رسائل|لا ارغب في|توقف عن ارسال|توقفوا عن ارسال|لا ترسل لي|لا ترسلوا لي',
    weak: 'ايقاف|توقف|الغاء|اوقف|اوقفوا|وقف|انهاء|قف|كفي|كفايه|بس|حذف',
    verbs: 'بدون|لا مزيد من|لا اريد',
    objects:
      'الرسائل|رسائل|العروض|عروض|الاعلانات|اعلانات|الترويج|العروض الترويجيه|الرسائل الترويجيه|الاشتراك|اشتراك|الاشعارات|التسويق|ترويج|الترويجات',
    leads: 'اريد|ارجو|ارجوكم|الرجاء|يرجي|من فضلك|من فضلكم|لو سمحت|لو سمحتم|نعم|لا|ممكن|اود',
    behind: 'لي|عني|من|عن|هذه|كل|جميع|رقمي|القائمه|قائمتكم|الان|فورا|ارسال|المزيد',
    polite: 'من فضلك|من فضلكم|لو سمحت|لو سمحتم|شكرا|شكرا لكم|شكرا جزيلا|السلام عليكم|مرحبا|فورا|الان|رجاء',
    blockers: 'لا|لم|لن|لماذا|متي',
  },
  fa: {
    stop: 'لغو اشتراک|لغو عضویت|انصراف|ارسال نکنید|نفرستید|پیام ندهید|شماره اشتباه است|متوقف کنید|پیام نفرستید',
    plain: 'نمی خواهم دریافت|دیگر پیام',
    weak: 'لغو|متوقف کردن|توقف|بس است',
    objects: 'پیام|پیام ها|پیام های تبلیغاتی|تبلیغات|اشتراک|پیامک',
    leads: 'لطفا|می خواهم',
    behind: 'کردن|کنید|را|من',
    polite: 'لطفا|ممنون|متشکرم|سلام|مرسی',
  },
  ur: {
    stop: 'بند کریں|بند کرو|بند کر دیں|روکیں|روک دیں|میسج نہ کریں|پیغام نہ بھیجیں|مت بھیجیں|رکیں|ان سبسکرائب',
    weak: 'بند|رکو|ختم',
    objects: 'پروموشنز|پیغامات|پیغام|اشتہارات|میسج|پیشکشیں|تشہیر|پروموشن|میسجز',
    behind: 'مجھے|مت|نہ|کو|کریں|یہ',
    leads: 'مجھے|یہ|براہ کرم|برائے مہربانی',
    polite: 'براہ کرم|برائے مہربانی|شکریہ|پلیز|مہربانی',
  },
  /** Hindi in both scripts, Marathi. */
  hi: {
    stop:
      'रोकें|रोको|रोक दो|रोक दें|बंद करें|बंद करो|बन्द करो|बन्द करें|बंद कर दो|बंद कर दें|बंद कीजिए|हटाओ|हटाएं|मुझे हटा दो|मत भेजो|मत भेजें|मत भेजिए|मैसेज मत करो|सदस्यता समाप्त करें|सदस्यता रद्द करें|गलत नंबर|थांबवा|बंद करा|पाठवू नका|थांबा|' +
      'band karo|band kro|band kar do|band kardo|mat bhejo|mat bhejiye|mat bhejna|msg mat karo|message mat karo|msg mat bhejo|message mat bhejo|band kijiye|rok do|roko',
    weak: 'बंद|बन्द|रद्द करें|बस|समाप्त|रुको|रुकें',
    verbs: 'band|नहीं चाहिए|nahi chahiye',
    objects:
      'प्रचार|प्रमोशन|ऑफर|ऑफ़र|विज्ञापन|संदेश|मैसेज|एसएमएस|सूचनाएं|सदस्यता|मार्केटिंग|जाहिराती|जाहिरात|मेसेज|प्रमोशनल संदेश|संदेश भेजना|भेजना|जाहिराती संदेश',
    leads: 'मुझे|कृपया|प्लीज|ये|यह|अब|mujhe|ye|yeh|aap|bhai',
    behind: 'मुझे|भेजना|करें|करो|अब|और|दो|से|को|मला|mujhe|ab|aur|yar|yaar|bhai|ye|yeh',
    polite: 'कृपया|प्लीज|धन्यवाद|शुक्रिया|नमस्ते|तुरंत|अभी|कृपा करके|dhanyavad|shukriya|abhi|ji',
  },
  bn: {
    stop: 'বন্ধ করুন|বন্ধ করো|বন্ধ কর|থামান|থামুন|পাঠাবেন না|মেসেজ দিবেন না|আনসাবস্ক্রাইব|ভুল নম্বর',
    weak: 'বন্ধ|বাতিল|থামো|বাতিল করুন',
    objects: 'প্রচার|প্রমোশন|অফার|বিজ্ঞাপন|বার্তা|মেসেজ|এসএমএস|প্রচারণা|সাবস্ক্রিপশন|প্রোমোশন',
    leads: 'দয়া করে|আমাকে|অনুগ্রহ করে|এই|আর',
    behind: 'আমাকে|আর|করুন|পাঠানো',
    polite: 'দয়া করে|অনুগ্রহ করে|প্লিজ|ধন্যবাদ',
  },
  southAsian: {
    stop: 'நிறுத்து|நிறுத்தவும்|நிறுத்துங்கள்|அனுப்ப வேண்டாம்|ఆపు|ఆపండి|నిలిపివేయండి|నిలిపివేయి|పంపవద్దు|ನಿಲ್ಲಿಸಿ|ನಿಲ್ಲಿಸು|ಕಳುಹಿಸಬೇಡಿ|നിർത്തുക|നിർത്തൂ|അയക്കരുത്|બંધ કરો|રોકો|મોકલશો નહીં|ਬੰਦ ਕਰੋ|ਰੋਕੋ|ਨਾ ਭੇਜੋ|බන්ද කරන්න|නවත්වන්න|නවතන්න|रोक्नुहोस्|बन्द गर्नुहोस्|ရပ်ပါ',
    weak: 'બંધ|ਬੰਦ|ರದ್ದು|റദ്ദാക്കുക|రద్దు|ரத்து|बन्द',
    objects:
      'விளம்பரங்கள்|விளம்பரங்களை|செய்திகள்|சலுகைகள்|சலுகைகளை|புரமோஷன்களை|ప్రమోషన్లు|ప్రమోషన్లను|ప్రకటనలు|ప్రకటనలను|సందేశాలు|ఆఫర్లు|ಪ್ರಚಾರಗಳನ್ನು|ಪ್ರಚಾರ|ಪ್ರೊಮೋಷನ್‌ಗಳನ್ನು|ಸಂದೇಶಗಳನ್ನು|ಜಾಹೀರಾತುಗಳನ್ನು|പ്രമോഷനുകൾ|സന്ദേശങ്ങൾ|പരസ്യങ്ങൾ|પ્રમોશન|પ્રચાર|સંદેશા|સંદેશાઓ|જાહેરાતો|ਪ੍ਰਚਾਰ|ਪ੍ਰੋਮੋਸ਼ਨ|ਸੁਨੇਹੇ|ਇਸ਼ਤਿਹਾਰ|ප්‍රවර්ධන|පණිවිඩ|प्रचारहरू|सन्देशहरू',
    polite: 'தயவுசெய்து|நன்றி|దయచేసి|ధన్యవాదాలు|ದಯವಿಟ್ಟು|ಧನ್ಯವಾದ|ദയവായി|നന്ദി|કૃપા કરીને|આભાર|ਕਿਰਪਾ ਕਰਕੇ|ਧੰਨਵਾਦ',
  },
  /** Indonesian, Malay. */
  id: {
    stop: 'berhenti|hentikan|unreg|unreg semua|berhenti berlangganan|batal langganan|batalkan langganan|hapus saya|hapus nomor saya|hapus no saya|padam nombor saya|jangan kirim|jangan kirim lagi|jangan hantar|jangan hantar lagi|jangan ganggu|jangan ganggu saya|salah nomor|salah sambung|salah nombor|salah orang|stop promo',
    plain:
      'jangan kirim pesan|jangan kirimi saya|jangan hantar mesej|tidak mau menerima|tidak ingin menerima|tidak mahu menerima|tak nak terima|berhenti mengirim|berhenti menghantar|berhenti kirim|gak mau terima|nggak mau terima',
    weak: 'henti|batal|batalkan|keluar|cukup|setop|sudahi|tamat|tamatkan',
    verbs: 'tidak mau|tidak ingin|jangan|tanpa|tak mau|gak mau|nggak mau|tak nak|tidak mahu',
    objects:
      'promosi|promo|pesan|pesanan|mesej|iklan|penawaran|tawaran|notifikasi|langganan|sms|berlangganan|mengirim|kirim|hantar|menghantar|pemasaran|terima|menerima|wa',
    leads:
      'saya mau|saya ingin|saya mahu|saya nak|mau|ingin|tolong|mohon|bisa|bagaimana cara|ya|tidak|saya|sila',
    behind: 'saya|lagi|ke|dari|ini|semua|nomor|no|dong|ya|sekarang|segera|kepada|daripada',
    polite:
      'tolong|mohon|terima kasih|terimakasih|makasih|trims|sila|halo|hai|selamat pagi|selamat siang|segera|sekarang|pak|bu|mas|mbak|min|kak|ya|dong|maaf',
    blockers: 'kenapa|mengapa|kapan|bukan|belum|bila',
  },
  vi: {
    stop: 'tc|hủy đăng ký|huỷ đăng ký|hủy nhận tin|ngừng nhận tin|từ chối|từ chối nhận tin|đừng gửi|đừng gửi nữa|đừng nhắn tin|đừng nhắn nữa|ngừng gửi|ngưng gửi|nhầm số|sai số|đừng làm phiền',
    plain: 'tôi không muốn nhận|không muốn nhận|đừng gửi tin|ngừng gửi tin|xóa số của tôi|xoá số của tôi',
    weak: 'hủy|huỷ|dừng|ngừng|dừng lại|thôi|ngưng|tắt',
    verbs: 'không nhận|không cần|không',
    objects:
      'quảng cáo|khuyến mãi|khuyến mại|tin nhắn|tin|thông báo|chương trình khuyến mãi|tiếp thị|đăng ký|sms|ưu đãi',
    leads: 'tôi muốn|vui lòng|xin|làm ơn|hãy|vâng|cho tôi',
    behind: 'cho tôi|tôi|nữa|này|tất cả|nhận|gửi|các|lại',
    polite: 'vui lòng|làm ơn|cảm ơn|cám ơn|xin|xin chào|chào|ngay|ạ|nhé|đi',
  },
  /** Thai, Lao, Khmer. */
  th: {
    stop: 'หยุด|หยุดส่ง|เลิกส่ง|ยกเลิกการรับข่าวสาร|ยกเลิกรับข่าวสาร|ยกเลิกการสมัคร|ไม่รับข่าวสาร|ไม่ต้องส่ง|ไม่ต้องส่งมา|อย่าส่ง|อย่าส่งมา|เบอร์ผิด|ผิดเบอร์|ไม่ต้องการรับ|ไม่อยากรับ|ปิดรับ',
    weak: 'ยกเลิก|พอ|พอแล้ว|เลิก|ไม่รับ|ปิด|ຢຸດ|ຍົກເລີກ|ຢຸດຕິ|ឈប់|បញ្ឈប់|បោះបង់',
    objects:
      'โปรโมชั่น|โปรโมชัน|โฆษณา|ข้อความ|ข่าวสาร|การแจ้งเตือน|ข้อเสนอ|การตลาด|การรับ|รับ|ส่ง|โปร|ການສົ່ງເສີມ|ໂປຣໂມຊັນ|ຂໍ້ຄວາມ|ໂຄສະນາ|ការផ្សព្វផ្សាយ|សារ',
    leads: 'ขอ|กรุณา|ช่วย|รบกวน|โปรด|ต้องการ|อยาก',
    behind: 'มา|ให้|อีก|แล้ว|ได้|ด้วย|ฉัน|ผม|นะ|เลย|หน่อย|ทั้งหมด',
    polite: 'ครับ|ค่ะ|คะ|นะ|นะคะ|นะครับ|ขอบคุณ|ขอบคุณครับ|ขอบคุณค่ะ|กรุณา|สวัสดี|หน่อย|ด้วย',
  },
  zh: {
    stop: '退订回t|退订回td|退订请回t|退订|退訂|取消订阅|取消訂閱|拒收|别再发|别再发了|别发了|不要再发|不要再发了|不要再發|不要再發了|別再發|別再發了|別發了|不要发了|不要發了|别发|勿发|勿扰|别烦我|別煩我|请勿打扰|打错了|发错了|發錯了|停止推广|停止推廣|停发|删除我|删除我的号码|刪除我的號碼|退出|移除我|解除订阅|解除訂閱|不再接收|停止接收|停止发送|停止發送|拒绝接收|拒絕接收|不想收到|不想再收到|不要再给我发|不要给我发|td|tdtd|回t退订|回td退订',
    weak: '停止|取消|停|t|结束|結束|终止|終止|屏蔽|封锁|封鎖',
    verbs: '不要|不想要|不需要|关闭|關閉',
    objects:
      '促销|促銷|推广|推廣|广告|廣告|短信|信息|訊息|消息|讯息|宣传|宣傳|优惠|優惠|通知|简讯|簡訊|推送|订阅|訂閱|营销|行銷|接收|发送|發送|促销信息|優惠訊息|推廣訊息|推廣活動|推销|推銷',
    leads: '请|請|我要|我想|麻烦|麻煩|能不能|可以|帮我|幫我|你好|您好|我',
    behind: '了|吧|我|给我|給我|的|再|这些|這些|所有|这个|這個|谢谢|活动|活動|任何|发|發|啊',
    polite: '谢谢|謝謝|多谢|多謝|请|請|你好|您好|麻烦|麻煩|立即|马上|馬上|唔该|感谢|感謝|拜托|拜託',
    blockers: '不|不要|别|別|勿|为什么|為什麼|怎么',
  },
  ja: {
    stop: '配信停止|配信を停止|配信解除|購読解除|登録解除|退会|やめて|やめてください|やめて下さい|止めて|止めてください|止めて下さい|送らないで|送らないでください|送らないで下さい|送ってこないで|もう送らないで|配信不要|受信拒否|解約|迷惑です|番号違い|番号が違います|間違い電話|連絡しないで|連絡しないでください|ストップ|停止して|停止してください|解除して|解除してください|いりません|不要です',
    weak: '停止|解除|中止|キャンセル|不要|終了|拒否|いらない|結構です',
    verbs: '希望しません|必要ありません',
    objects:
      'プロモーション|広告|メッセージ|配信|宣伝|お知らせ|通知|メール|キャンペーン|マーケティング|購読|登録|受信|プロモ|販促',
    leads: 'もう|すみません|すみませんが|お願いします|どうか|これ以上|今後|この',
    behind:
      'してください|して下さい|をお願いします|お願いします|お願い致します|お願いいたします|希望|したい|したいです|希望します|を希望します|でお願いします|の|を|は|に|が|です|ます|ください|下さい|する|して|手続き',
    polite:
      'お願いします|おねがいします|お願いいたします|ください|下さい|ありがとう|ありがとうございます|すみません|こんにちは|今すぐ|すぐに|至急|の|を|は|が|に|で|も',
  },
  ko: {
    stop: '수신거부|무료수신거부|거부|그만|그만보내|그만보내세요|그만보내주세요|그만보내줘|보내지마|보내지마세요|보내지마라|보내지말아주세요|구독취소|구독해지|해지|탈퇴|연락하지마세요|문자하지마세요|문자보내지마세요|스팸|잘못보내셨어요|번호가틀렸어요|잘못된번호|광고거부|수신 안함|스톱|스탑|멈춰|멈추세요',
    weak: '중지|취소|중단|종료|정지|차단|끝',
    verbs: '싫어요|원하지않아요|원하지않습니다|필요없어요|필요없습니다',
    objects: '프로모션|광고|문자|메시지|메세지|홍보|알림|수신|구독|마케팅|카톡|발송|소식',
    leads: '제발|이제|더이상|더|좀|저에게|저한테|네|아니요',
    behind:
      '해주세요|해줘|하세요|합니다|할게요|요청|신청|부탁드립니다|부탁합니다|좀|요|하기|를|을|의|바랍니다|원합니다|부탁해요|처리|주세요|해|함',
    polite:
      '제발|부탁드립니다|부탁합니다|부탁해요|감사합니다|고맙습니다|안녕하세요|당장|지금|좀|죄송합니다|를|을',
  },
  fil: {
    stop: 'itigil|itigil na|tigilan|tigilan nyo|tigilan niyo na|tigil na|huwag na|wag na|wag na mag text|wag nyo na ako i text|ihinto|alisin ako|tanggalin ako|wrong number po',
    plain: 'ayoko na makatanggap|ayaw ko na|wag nyo na|huwag nyo na',
    weak: 'tigil|hinto|tama na|ayoko na|ayaw',
    objects: 'mga promosyon|promosyon|promo|mga promo|mensahe|mga mensahe|patalastas|alok|mga alok',
    behind: 'ang|sa|mga|na|po|ako|akin|nyo|niyo|ng|pagpapadala|pag text',
    leads: 'paki|pakiusap|gusto ko|oo|hindi',
    polite: 'po|pakiusap|salamat|salamat po|maraming salamat|paki|pls po|opo|ngayon',
  },
  african: {
    verbs: 'misa|yeka|acha|simamisha',
    // Swahili, Afrikaans, Zulu, Hausa, Kinyarwanda
    stop: 'simamisha|acha kutuma|acheni|sitisha|jiondoe|niondoe|niondoeni|usitume|msitume|komesha|teken uit|meld af|verwyder my|hou op|hagarika|tsaya|daina aikawa|dakatar|dakatar da|hagarika kohereza|nivane|ngikhiphe',
    weak: 'ondoa|staak|einde|kanselleer|dakata|daina|tsayar|tsayar da|yekela',
    objects:
      'matangazo|ujumbe|ofa|promosheni|promosies|advertensies|boodskappe|bemarking|aanbiedinge|izaziso|ukunyusa|izikhangiso|imilayezo|tallace tallace|tallata|talla|sakonni|kwamamaza|ubutumwa|promosiyo|yamamaza|amapromosheni|izaphromoshini',
    leads: 'tafadhali|nataka|asseblief|ngicela|don allah',
    behind: 'my|kutuma|kunitumia|tena|asseblief|vir|stuur',
    polite: 'tafadhali|asante|asseblief|dankie|ngicela|ngiyabonga|na gode|murakoze|nyamuneka',
  },
  baltic: {
    // Lithuanian, Latvian, Estonian
    stop: 'atsisakyti|atsisakau|atsisakyti prenumeratos|pasalinkite mane|nesiuskite|nesiuskite man|atteikties|atteikties no|noņemiet mani|nesūtiet|nesūtiet man|beidziet sūtīt|loobu|loobun|tuhista tellimus|eemaldage mind|ärge saatke|ärge saatke mulle|lõpetage saatmine',
    weak: 'stabdyti|sustabdyti|sustabdykite|baigti|atšaukti|apturēt|pārtraukt|atcelt|beigt|pietiek|peata|peatada|lõpeta|lõpetage|aitab|katkesta|stabdykite|apturiet',
    objects:
      'pranesimus|pranesimu|zinutes|zinuciu|reklama|reklamas|reklamu|reklaamid|reklaami|akcijas|akcijos|akcijų|piedāvājumus|ziņas|ziņojumus|sõnumid|pakkumised|kampaaniad|prenumerata|tellimus|reklamą|pasiulymus|rinkodara|mārketingu|turundus|promociju|sooduspakkumised|kampaaniate saatmine',
    leads: 'prasau|noriu|lūdzu|vēlos|palun|soovin|tahan',
    behind: 'man|mane|nuo|no|mani|mulle|mind|rohkem|vairs|daugiau|siuntimą',
    polite: 'prasau|aciu|dekoju|labas|lūdzu|paldies|sveiki|palun|aitäh|tänan|tere',
  },
  catalan: {
    // Catalan, Galician, Basque
    stop: 'baixa|donar de baixa|doneu me de baixa|dona m de baixa|donarme de baixa|esborreu me|darme de baixa|deixeu me en pau|no m envieu|gelditu|ez bidali|kendu nazazue',
    weak: 'atura|aturar|atureu|para|cancel la|cancel lar|deixar|deter|utzi',
    objects:
      'promocions|missatges|ofertes|anuncis|publicitat|mensaxes|promocions comercials|promozioak|mezuak|subscripcio',
    leads: 'vull|voldria|siusplau|quero|mesedez',
    behind: 'les|els|de|me|mes|de la|llista|meu|numero',
    polite: 'si us plau|sisplau|gracies|moltes gracies|hola|bon dia|eskerrik asko|mesedez|grazas',
  },
  turkic: {
    // Azerbaijani, Kazakh, Kyrgyz, Uzbek
    stop: 'dayandır|dayandırın|abunəlikdən çıx|göndərməyin|тоқтату|тоқтат|тоқтатыңыз|жазылудан бас тарту|жібермеңіз|токтотуу|токтот|токтотуңуз|жибербеңиз|to xtating|toxtat|to xtatish|toxtatish|obunani bekor qilish|yubormang|yozmang|жазбаңыз',
    weak: 'saxla|ləğv et|bitir|бас тарту|жою|bekor|bekor qilish|жокко чыгаруу',
    objects:
      'reklamı|reklamları|promosiyaları|promosiyalar|mesajları|mesaj|kampaniyaları|акцияларды|жарнаманы|жарнама|хабарламаларды|хабарлама|промоакцияларды|жарнамаларды|билдирүүлөрдү|жарнакты|reklamalarni|reklamani|reklamalar|aksiyalarni|xabarlarni|xabar|жарнактарды|тыюу|жарнамалық хабарламаларды',
    behind: 'mənə|маған|мага|menga|endi|artıq',
    leads: 'xahiş edirəm|zəhmət olmasa|өтінемін|сураныч|iltimos|mənə|маған|menga',
    polite: 'zəhmət olmasa|xahiş edirəm|təşəkkürlər|өтінемін|рақмет|рахмат|сураныч|iltimos|rahmat|raxmat',
  },
  others: {
    verbs: 'stad',
    // Albanian, Georgian, Armenian, Irish, Slovenian, Macedonian, Serbian, Icelandic, Maltese, Amharic, Mongolian
    stop: 'ndalo|ndaloni|çregjistrohu|me hiqni|mos dergoni|mos më dërgoni|შეჩერება|შეაჩერეთ|შეწყვიტე|გამოწერის გაუქმება|გააუქმეთ გამოწერა|ნუ გამომიგზავნით|կանգնեցնել|դադարեցնել|դադարեցրեք|հրաժարվել|մի ուղարկեք|díliostáil|cuir stop le|odjavi me|odjava|hætta|afskrá|ieqaf|waqqaf|አቁም|አቁሙ|ይቁም|зогсоо|зогсоох|бүү илгээ',
    weak: 'anulo|mjaft|გაუქმება|სტოპ|ստոպ|չեղարկել|scoir|cealaigh|прекини|престани|сопри|запри|ustavi|prekini|hættu|стоп|цуцлах',
    objects:
      'promovimet|promocionet|mesazhet|reklamat|ofertat|აქციების|აქციები|რეკლამა|რეკლამის|შეტყობინებები|შეტყობინებების|აქციების გაგზავნა|პრომოციები|პრომოციების|գովազդը|գովազդ|հաղորդագրություններ|առաջարկները|ակցիաները|teachtaireachtaí|fógraí|tairiscintí|ar phromóisin|promóisin|promocije|oglase|auglýsingar|skilaboð|promozzjonijiet|messaġġi|ማስታወቂያ|መልእክት|промоциите|промоције|промотивне поруке|промотивни пораки|реклами|пораки|зар сурталчилгаа|мессеж|tilboð',
    polite:
      'ju lutem|faleminderit|გთხოვთ|მადლობა|խնդրում եմ|շնորհակալություն|le do thoil|go raibh maith agat|vinsamlegast|takk|jekk jogħġbok|grazzi|እባክዎ|አመሰግናለሁ|баярлалаа|ве молам|фала',
  },
};

/**
 * Keywords that start messages again, as an entire message. Words that also answer questions, such as YES, are
 * excluded.
 */
export const startKeywords =
  'start|unstop|subscribe|opt in|optin|resubscribe|subscribe me|opt me in|start again|start messages|resume messages|restart messages|' +
  'iniciar|empezar|comecar|demarrer|reprendre|anmelden|starten|inizia|старт|baslat|mulai|ابدا|شروع|शुरू|订阅|訂閱|開始|시작|aanmelden|zapisz mnie|suscribirme|inscrever|reanudar|продовжити|подписаться';

/**
 * Requests for help as an entire message: CTIA Messaging Principles 5.1.2 (HELP), Twilio (INFO), and similar keywords.
 */
export const helpKeywords =
  'help|info|help me|ayuda|ajuda|aide|hilfe|aiuto|помощь|yardim|bantuan|مساعده|मदद|帮助|幫助|ヘルプ|도움말|pomoc|hulp';

/**
 * The button that WhatsApp puts below marketing templates ("Marketing opt-out": the label is "Stop promotions" in
 * English and in the language of the template; pressing it sends the label as text and as payload). Source: Meta,
 * WhatsApp Business Platform, "Message templates"; labels as in published templates, otherwise Meta's English label
 * translated to the languages in which templates can be written
 * (https://developers.facebook.com/docs/whatsapp/business-management-api/message-templates/supported-languages). An
 * account can have its own button text, which the grammar also recognizes.
 */
export const promotionButtons: Readonly<Record<string, string>> = {
  af: 'Stop promosies',
  sq: 'Ndalo promovimet',
  ar: 'إيقاف العروض الترويجية|إيقاف العروض|إيقاف الترويج|إيقاف الرسائل الترويجية',
  az: 'Promosiyaları dayandır|Reklamları dayandır',
  bn: 'প্রচার বন্ধ করুন|প্রোমোশন বন্ধ করুন',
  bg: 'Спри промоциите|Спиране на промоциите',
  ca: 'Atura les promocions',
  zh_CN: '停止促销|停止推广|停止推广信息',
  zh_HK: '停止推廣|停止推廣訊息',
  zh_TW: '停止促銷|停止促銷訊息|停止推廣活動',
  hr: 'Zaustavi promocije|Prekini promocije',
  cs: 'Zastavit propagaci|Zastavit propagační zprávy|Ukončit propagaci',
  da: 'Stop kampagner|Stop reklamer',
  nl: 'Promoties stoppen|Stop promoties',
  en: 'Stop promotions|Stop promotion|Stop marketing|Stop offers',
  et: 'Peata kampaaniad|Lõpeta reklaamid',
  fil: 'Itigil ang mga promosyon|Ihinto ang mga promo',
  fi: 'Lopeta mainokset|Lopeta kampanjat|Lopeta markkinointi',
  fr: 'Arrêter les promotions|Arrêter les promos|Stopper les promotions|Ne plus recevoir de promotions',
  ka: 'აქციების შეჩერება|პრომოციების შეჩერება',
  de: 'Werbung stoppen|Werbeaktionen stoppen|Werbeaktionen beenden|Keine Werbung mehr|Promotions stoppen|Angebote stoppen|Werbung beenden',
  el: 'Διακοπή προωθητικών ενεργειών|Διακοπή προσφορών|Διακοπή προωθήσεων',
  gu: 'પ્રમોશન બંધ કરો|પ્રમોશન રોકો',
  ha: 'Tsayar da tallace-tallace|Dakatar da talla',
  he: 'הפסקת מבצעים|הפסקת פרסומות|עצירת מבצעים|הפסק מבצעים',
  hi: 'प्रमोशन बंद करें|प्रचार बंद करें|प्रमोशन रोकें|ऑफ़र बंद करें',
  hu: 'Promóciók leállítása|Reklámok leállítása',
  id: 'Hentikan promosi|Berhenti promosi|Stop promosi',
  ga: 'Stad promóisin|Cuir stop le promóisin',
  it: 'Interrompi promozioni|Interrompi le promozioni|Stop promozioni',
  ja: 'プロモーションを停止|プロモーションの停止|プロモーション停止|配信停止',
  kn: 'ಪ್ರಚಾರಗಳನ್ನು ನಿಲ್ಲಿಸಿ|ಪ್ರಚಾರ ನಿಲ್ಲಿಸಿ',
  kk: 'Акцияларды тоқтату|Жарнаманы тоқтату',
  rw_RW: 'Hagarika kwamamaza|Hagarika promosiyo',
  ko: '프로모션 중지|프로모션 중단|프로모션 그만 받기|광고 수신 거부',
  ky_KG: 'Акцияларды токтотуу|Жарнакты токтотуу',
  lo: 'ຢຸດການສົ່ງເສີມ|ຢຸດໂປຣໂມຊັນ',
  lv: 'Apturēt reklāmas|Pārtraukt reklāmas|Apturēt akcijas',
  lt: 'Stabdyti reklamas|Sustabdyti akcijas|Stabdyti reklamą',
  mk: 'Сопри промоции|Запри промоции|Запри ги промоциите',
  ms: 'Hentikan promosi|Henti promosi',
  ml: 'പ്രമോഷനുകൾ നിർത്തുക',
  mr: 'प्रमोशन थांबवा|जाहिराती थांबवा|प्रमोशन बंद करा',
  nb: 'Stopp kampanjer|Stopp reklame|Stans kampanjer',
  fa: 'توقف تبلیغات|لغو تبلیغات|متوقف کردن تبلیغات',
  pl: 'Zatrzymaj promocje|Wstrzymaj promocje|Wyłącz promocje',
  pt_BR: 'Parar promoções|Interromper promoções|Cancelar promoções',
  pt_PT: 'Parar promoções|Interromper promoções|Deixar de receber promoções',
  pa: 'ਪ੍ਰਚਾਰ ਬੰਦ ਕਰੋ|ਪ੍ਰੋਮੋਸ਼ਨ ਰੋਕੋ',
  ro: 'Oprește promoțiile|Oprire promoții|Opriți promoțiile',
  ru: 'Остановить рекламу|Отключить рекламу|Остановить акции|Отказаться от рекламы|Прекратить рассылку|Остановить рассылку',
  sr: 'Заустави промоције|Прекини промоције|Zaustavi promocije',
  sk: 'Zastaviť propagáciu|Zastaviť propagačné správy|Zastaviť propagácie',
  sl: 'Ustavi promocije|Prenehajte s promocijami|Ustavi oglaševanje',
  es: 'Detener promociones|Parar promociones|Dejar de recibir promociones|Cancelar promociones|Detener las promociones|No recibir promociones',
  sw: 'Simamisha matangazo|Acha matangazo|Sitisha ofa|Simamisha promosheni',
  sv: 'Stoppa kampanjer|Sluta med kampanjer|Stoppa reklam|Avsluta kampanjer',
  ta: 'விளம்பரங்களை நிறுத்து|சலுகைகளை நிறுத்தவும்',
  te: 'ప్రమోషన్లను ఆపండి|ప్రమోషన్లు ఆపు|ప్రకటనలను ఆపండి',
  th: 'หยุดโปรโมชั่น|หยุดโปรโมชัน|หยุดรับโปรโมชั่น|ยกเลิกโปรโมชั่น|หยุดส่งโปรโมชัน',
  tr: 'Promosyonları durdur|Tanıtımları durdur|Kampanyaları durdur|Reklamları durdur',
  uk: 'Зупинити рекламу|Зупинити акції|Відмовитися від реклами|Припинити рекламу',
  ur: 'پروموشنز بند کریں|تشہیر بند کریں|پروموشنز روکیں',
  uz: 'Reklamalarni to‘xtatish|Aksiyalarni to‘xtatish|Reklamani to‘xtatish',
  vi: 'Dừng khuyến mãi|Ngừng quảng cáo|Dừng quảng cáo|Ngừng nhận khuyến mãi',
  zu: 'Misa izikhangiso|Yeka izaphromoshini|Misa amapromosheni',
};

/**
 * Typing errors in STOP: letters swapped, doubled, or omitted, and neighbors on a QWERTY keyboard. They count only as a
 * whole message, or before one of `objects`. Real words (top, step, shop) are excluded.
 */
export const stopTypos =
  'tsop|sotp|stpo|sstop|sttop|stoop|stp|sop|sto|st0p|5top|5t0p|dtop|xtop|wtop|etop|ztop|srop|syop|sfop|sgop|stip|stpp|stkp|stlp|stoo|stol|sto0|stob|stoip|stiop|stolp|stopo|stoped|stopt|stopn|staph|stawp|stahp|sztop|shtop|stup';
