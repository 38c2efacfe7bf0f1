import { countingIn } from '../../../texts/counting';
import type { en } from './content-checks-en';

const { n, many } = countingIn('de');

export const de: typeof en = {
  title: 'Prüfung',
  checking: 'Wird geprüft …',
  none: 'Keine Probleme gefunden.',
  someRecipients: 'Nur bei einem Teil der Empfänger wurden die Werte geprüft.',
  severities: { error: 'Fehler', warning: 'Warnungen', info: 'Hinweise' },
  counts: {
    error: (count) => many(count, 'Fehler', 'Fehler'),
    warning: (count) => many(count, 'Warnung', 'Warnungen'),
    info: (count) => many(count, 'Hinweis', 'Hinweise'),
  },
  goTo: (field) => `Zum Feld ${field}`,
  line: (line) => `Zeile ${n.format(line)}`,
  codes: {
    LINK_WITHOUT_TARGET: ({ count }) =>
      `${many(count, 'Link führt', 'Links führen')} nirgendwohin. Geben Sie eine vollständige Adresse an, etwa https://example.com/seite.`,
    LINK_INCOMPLETE: ({ count }) =>
      `${many(count, 'Link hat', 'Links haben')} eine unvollständige Adresse, die in einer E-Mail nicht funktioniert. Beginnen Sie sie mit https://.`,
    LINK_INVALID: ({ count }) =>
      `${many(count, 'Link hat', 'Links haben')} eine ungültige Adresse. Prüfen Sie die Schreibweise.`,
    LINK_UNSAFE: ({ count }) =>
      `${many(count, 'Link hat', 'Links haben')} eine Adresse, die E-Mail-Programme sperren. Verwenden Sie https, mailto, tel oder sms.`,
    LINK_UNFILLED: ({ source, people }) =>
      `${source ?? ''} fehlt bei ${many(people ?? 0, 'Empfänger', 'Empfängern')}. Ein Link oder ein Bild funktioniert dann nicht. Ergänzen Sie einen Ersatztext.`,
    LINK_ANCHOR_MISSING: ({ count }) =>
      `${many(count, 'Link führt', 'Links führen')} zu einer Stelle der E-Mail, die es nicht gibt.`,
    LINK_WITHOUT_TEXT: ({ count }) =>
      `${many(count, 'Link hat', 'Links haben')} weder Text noch eine Bildbeschreibung. Screenreader können ihn nicht benennen.`,
    LINK_TEXT_MISLEADING: ({ count }) =>
      `${many(count, 'Link zeigt', 'Links zeigen')} die Adresse einer anderen Website als der, die sich öffnet. E-Mail-Programme warnen davor als Betrug. Beschriften Sie den Link mit Worten.`,
    LINK_SHORTENED: ({ count }) =>
      `${many(count, 'Link verwendet', 'Links verwenden')} einen öffentlichen Kurz-URL-Dienst, dem Spamfilter misstrauen. Verwenden Sie die eigentliche Adresse.`,
    LINK_TO_IP_ADDRESS: ({ count }) =>
      `${many(count, 'Link führt', 'Links führen')} zu einer IP-Adresse, der Spamfilter misstrauen. Verwenden Sie einen Domainnamen.`,
    LINK_TO_EXAMPLE: ({ count }) =>
      `${many(count, 'Beispiellink führt', 'Beispiellinks führen')} zu einer Domain, die für Beispiele reserviert ist. Geben Sie stattdessen Ihre eigene Adresse an.`,
    UNSUBSCRIBE_ELSEWHERE: ({ count }) =>
      `${many(count, 'Abmeldelink führt', 'Abmeldelinks führen')} zu einer anderen Adresse. Von Abmeldungen dort erfährt Carillon nichts. Verwenden Sie {{carillon.unsubscribeUrl}}.`,
    UNSUBSCRIBE_LINK_ADDED: () =>
      'Carillon fügt den Abmeldelink unter der E-Mail ein. Soll er auch an anderer Stelle stehen, verwenden Sie {{carillon.unsubscribeUrl}} als Adresse eines Links.',
    IMAGE_WITHOUT_SOURCE: ({ count }) =>
      `${many(count, 'Bild hat', 'Bilder haben')} keine vollständige Adresse und kann nicht geladen werden. Beginnen Sie sie mit https://.`,
    IMAGE_EMBEDDED: ({ count }) =>
      `${many(count, 'Bild steht', 'Bilder stehen')} im HTML selbst. Gmail und Outlook zeigen solche Bilder nicht an. Legen Sie das Bild auf einen Webserver.`,
    IMAGE_NOT_HTTPS: ({ count }) =>
      `${many(count, 'Bild wird', 'Bilder werden')} unverschlüsselt geladen. Manche E-Mail-Programme laden Bilder nur über https.`,
    IMAGE_WITHOUT_ALT: ({ count }) =>
      `${many(count, 'Bild hat', 'Bilder haben')} keine Beschreibung für Menschen, die keine Bilder sehen. Ergänzen Sie alt, oder alt="", wenn es nur schmückt.`,
    IMAGE_WITHOUT_SIZE: ({ count }) =>
      `Bei ${many(count, 'Bild', 'Bildern')} fehlt die Breite oder die Höhe. Der Text verschiebt sich, wenn das Bild geladen wird.`,
    SAMPLE_TEXT: ({ count }) =>
      `${many(count, 'Block enthält', 'Blöcke enthalten')} noch den Beispieltext der Vorlage. Ersetzen Sie den Text, oder löschen Sie den Block.`,
    EMAIL_WITHOUT_TEXT: () =>
      'Die E-Mail enthält keinen Text. Viele E-Mail-Programme laden Bilder nur auf Wunsch, und Spamfilter misstrauen E-Mails, die aus Bildern bestehen.',
    GMAIL_CLIPS: () => 'Gmail zeigt nur die ersten 102 KB dieser E-Mail an und blendet den Abmeldelink aus.',
    LOW_CONTRAST: ({ source, measured, limit }) =>
      `Text ist schwer lesbar: ${(source ?? '').replace(' on ', ' auf ')} hat einen Kontrast von ${n.format(measured ?? 0)}:1. WCAG AA verlangt ${n.format(limit ?? 0)}:1.`,
    UNSUPPORTED_MARKUP: ({ source }) =>
      `E-Mail-Programme entfernen ${source ?? ''} oder warnen davor. Verlinken Sie stattdessen eine Webseite.`,
    SUBJECT_ALL_CAPS: () =>
      'Der Betreff besteht aus Großbuchstaben. Spamfilter werten das als Hinweis auf Spam.',
    SUBJECT_FAKE_REPLY: ({ source }) =>
      `Der Betreff beginnt mit „${source ?? ''}“, als wäre die E-Mail eine Antwort. Irreführende Betreffzeilen sind in vielen Ländern verboten.`,
    SUBJECT_PUNCTUATION: () =>
      'Der Betreff enthält ein Ausrufezeichen und ein Fragezeichen. Spamfilter werten das als Hinweis auf Spam.',
    SUBJECT_TOO_LONG: ({ measured, limit }) =>
      `Der Betreff hat ${n.format(measured ?? 0)} Zeichen. Viele E-Mail-Programme zeigen etwa ${n.format(limit ?? 0)}. Stellen Sie das Wichtige an den Anfang.`,
    PREHEADER_MISSING: () =>
      'Es gibt keinen Vorschautext. E-Mail-Programme zeigen dann neben dem Betreff den Anfang der Nachricht.',
    PLACEHOLDER_UNFILLED: ({ source, people }) =>
      `${source ?? ''} ist bei ${many(people ?? 0, 'Empfänger', 'Empfängern')} leer. Ergänzen Sie einen Ersatztext.`,
    PLACEHOLDER_UNQUOTED: ({ source }) =>
      `${source ?? ''} steht ohne Anführungszeichen in einem HTML-Tag. Setzen Sie den Wert des Attributs in Anführungszeichen.`,
    NOT_UNDERSTOOD: ({ source }) =>
      `Nicht verstanden: ${source ?? ''}. Platzhalter haben die Form {{name}} oder {{name|Ersatztext}}.`,
    MESSAGE_TOO_LONG: ({ measured, limit }) =>
      `Der Text hat ${n.format(measured ?? 0)} Zeichen. Anbieter nehmen höchstens ${n.format(limit ?? 0)} an, also erhält ihn niemand.`,
    SMS_UNICODE: ({ source, measured, limit }) =>
      `${source ?? ''} macht die SMS teurer: Ein Segment hat 70 statt 160 Zeichen.${measured === limit ? '' : ` Ohne diese Zeichen: ${n.format(limit ?? 0)} statt ${many(measured ?? 0, 'Segment', 'Segmente')}.`}`,
    SMS_SEGMENTS: ({ measured }) =>
      `Die längste SMS hat ${many(measured ?? 0, 'Segment', 'Segmente')}. Anbieter berechnen jedes Segment.`,
    TEMPLATE_VARIABLE_UNFILLED: ({ source, people }) =>
      `${source ?? ''} ist bei ${many(people ?? 0, 'Empfänger', 'Empfängern')} leer, also schlägt die Zustellung fehl. Ergänzen Sie einen Ersatztext.`,
    TEMPLATE_VARIABLE_SPACES: () =>
      'WhatsApp erlaubt hier keine Zeilenumbrüche, keine Tabulatoren und höchstens vier Leerzeichen in Folge. Carillon ersetzt sie durch ein Leerzeichen.',
  },
};
