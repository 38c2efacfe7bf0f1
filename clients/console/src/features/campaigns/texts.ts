import { useLanguage } from '../../texts';
import { countingIn } from '../../texts/counting';

const [english, german] = [countingIn('en'), countingIn('de')];

const en = {
  emailFields: {
    more: 'More settings',
    fields: {
      subject: 'Subject',
      preheader: 'Preview text',
      fromName: 'From name',
      replyTo: 'Reply-to address',
    },
    hints: {
      subject: (example: string) =>
        `Leave it empty to use the campaign name. You can use placeholders such as ${example}.`,
      preheader: () => 'Appears beside the subject in the inbox. Invisible in the open email.',
      fromName: () => 'Leave it empty to use the name of the sender.',
      replyTo: () => 'Leave it empty to use the reply-to address of the sender.',
    },
    removeWatermark: 'Remove “Sent with Carillon”',
    removeWatermarkHint: 'Takes effect if your plan includes it.',
  },
  attachments: {
    title: 'Attachments',
    hint: (files: number, size: string) => `Up to ${english.n.format(files)} files, ${size} in total.`,
    tooBig: (size: string, most: string) =>
      `The files have ${size} in total. An email can have up to ${most}. Remove a file.`,
    remove: (name: string) => `Remove ${name}`,
  },
  engines: {
    label: 'Placeholders',
    names: { simple: 'Simple', liquid: 'Liquid' },
    hints: {
      simple: 'Insert values of each person, with a text for people who have none.',
      liquid: 'Use conditions, loops, and filters in all messages of this campaign.',
    },
    example: 'Example:',
    examples: {
      simple: 'Hello {{name|friend}}',
      liquid: '{% if vip %}Hello {{ name | upcase }}{% else %}Hello{% endif %}',
    },
  },
  campaign: {
    newTitle: 'New campaign',
    plannedFor: (time: string) =>
      `Suggested send time: ${time}. You confirm it when you publish the campaign.`,
    name: 'Name',
    nameHint: (example: string) =>
      `Also the email subject, unless you enter another one. You can use placeholders such as ${example}.`,
    groups: 'Groups',
    groupsHint: 'People in several groups receive the message once.',
    groupsNone: 'Choose at least one group or segment.',
    segments: 'Segments',
    segmentsHint: 'People who match when the campaign starts also receive it, at their addresses in groups.',
    segmentsEmpty: 'There are no segments yet.',
    excluded: 'Exclude',
    excludedHint: 'People in these groups and segments receive nothing.',
    excludedEmpty: 'There are no groups or segments yet.',
    segmentGone: 'Deleted segment',
    topic: 'Topic',
    topicHint: 'People who left this topic receive nothing. The link in the email lets others leave it.',
    topicNone: 'No topic: unsubscribing stops all emails',
    channelUse: {
      label: 'Channels of each person',
      EVERY: 'Send on every channel',
      FIRST: 'Send one message to each person',
      hints: {
        EVERY: 'Someone with an email address and a phone number gets an email and an SMS.',
        FIRST: 'Each person gets the message on the first channel that reaches them.',
      },
      order: 'Order of the channels',
      moveUp: (channel: string) => `Move ${channel} up`,
      fallback: 'If the message cannot be delivered',
      fallbackHint: 'The campaign ends only when this time is over.',
      never: 'Do not send again',
      within: (hours: number) =>
        `Send on the next channel, within ${hours === 1 ? 'one hour' : `${hours} hours`}`,
    },
    tabs: 'Messages by channel',
    html: 'HTML of the email',
    whatsapp: 'WhatsApp message',
    whatsappHint:
      'Free text reaches only people who messaged you in the last 24 hours. A template reaches everyone.',
    sms: 'SMS',
    smsCount: (characters: number, segments: number) =>
      `${english.many(characters, 'character', 'characters')}, ${english.many(segments, 'segment', 'segments')}`,
    smsGsm: 'SMS alphabet (GSM-7): a segment holds 160 characters.',
    smsUnicode: (characters: string, count: number) =>
      `${count === 1 ? 'This character is' : 'These characters are'} not in the SMS alphabet: ${characters}. A segment holds only 70 characters.`,
    smsPlain: (segments: number, count: number) =>
      `Without ${count === 1 ? 'it' : 'them'}, the text needs ${english.many(segments, 'segment', 'segments')}.`,
    smsEmoji: (segments: number, withEmoji: number) =>
      withEmoji > Math.max(segments, 1)
        ? `Emojis are not in the SMS alphabet. With an emoji, a segment holds only 70 characters, and this text needs ${english.many(withEmoji, 'segment', 'segments')} instead of ${english.n.format(segments)}.`
        : 'Emojis are not in the SMS alphabet. With an emoji, a segment holds only 70 characters.',
    smsPlaceholders: 'Placeholders count as typed. The preview counts the text that a recipient receives.',
    placeholderHint: 'Type {{ to insert a placeholder from your contacts’ data.',
    unsaved: 'Not saved yet',
    savedAt: (time: string) => `Saved ${time}`,
    conflictTitle: 'Someone else changed this campaign',
    conflictOwnTitle: 'You changed this campaign in another tab',
    takeOther: 'Use the other version',
    restored: (time: string) => `Unsaved campaign from ${time} restored. It exists only in this browser tab.`,
    startOver: 'Start over',
    keepMine: 'Keep my version',
    takeTheirs: 'Use their version',
    noSender: 'No sender',
    asPerson: 'Preview as',
    asNobody: 'No specific person',
    missing: (keys: string) => `This contact has no value for ${keys}.`,
    test: 'Send a test',
    testTitle: 'Send a test',
    testText:
      'Sends one message to one address. The subject and text are marked [Test]. Reports do not count it.',
    testAs: (identifier: string) =>
      `Placeholders are filled with the data of ${identifier}, as in the preview.`,
    testAsNobody: 'Placeholders show their fallbacks, as in the preview.',
    testOwnOnly: 'Your role allows test emails to your own address.',
    testNeedsEmail: 'Your role allows test emails only. Write an email first.',
    testChannel: 'Channel',
    testAddress: 'Your address',
    testAddressHint: 'An email address, or a phone number with its country code',
    testSend: 'Send test',
    testSent: 'Test message sent.',
    testFailed: 'The provider rejected the test message.',
    testUnconfirmed: 'It is unknown whether the test message was sent.',
    publish: 'Review and send',
    publishTitle: 'Send this campaign?',
    publishNow: 'Now',
    publishLater: 'Schedule',
    publishTime: 'Send time',
    publishText: (people: string) => `This campaign is sent to ${people}:`,
    publishNobody:
      'Nobody would receive this campaign. No channel has a message, a sender, and people who can be contacted.',
    notReached: (recipients: string) => `Not sent to ${recipients}`,
    stillCounting: 'Still counting. At least so many people receive the campaign.',
    sendingEnds: (time: string) => `Estimated end: ${time}.`,
    endUnknown:
      'Carillon can’t estimate the end yet, because no recent campaign shows the speed of the sender.',
    outsideWindow: (people: string) => `Did not message you: ${people}.`,
    expectedCost: (cost: string, isExact: boolean) =>
      isExact ? `Expected cost: ${cost}.` : `Expected cost: at least ${cost}.`,
    costUnknown: (messages: number) =>
      `The price of ${english.many(messages, 'message', 'messages')} is unknown.`,
    waitsForOthers: (running: number) =>
      `${english.many(running, 'campaign is', 'campaigns are')} running, as many as your plan allows. This campaign waits until one of them ends.`,
    publishFaults: { past: 'Choose a time in the future.', far: 'Choose a time within one year.' },
    subjectOfCopy: (name: string) => `The email subject is still “${name}”.`,
    senderFails: (channel: string, name: string) => `${channel}: the sender “${name}” failed its last test`,
    senderFailsText: 'Messages wait until the sender works.',
    senderPaused: (channel: string, name: string) => `${channel}: the sender “${name}” is paused`,
    senderPausedText: 'Messages wait until you resume the sender in the settings.',
    senderUntested: (channel: string, name: string) => `${channel}: the sender “${name}” was never tested`,
    senderUntestedText: 'Test the sender before you send this campaign.',
    testSender: 'Test the sender now',
    publishSend: (people: string) => `Send to ${people}`,
    publishSchedule: (people: string) => `Schedule for ${people}`,
    published: 'Sending started.',
    scheduled: (time: string) => `Scheduled for ${time}.`,
    notDraft: 'This campaign is published, so you cannot change its text. Duplicate it to write a new one.',
  },
  campaignEditor: {
    savesItself: 'The draft is saved as you type.',
    cannotSave: 'Not saved. Correct the reply-to address.',
    incompleteTitle: 'Before you can send this campaign',
    addPart: {
      name: 'Enter a name',
      groups: 'Choose a group or a segment',
      message: 'Write a message',
      caption: 'Write a text for each file',
      replyTo: 'Correct the reply-to address',
    },
    addSender: (channel: string) => `Set up a sender: ${channel}`,
    savedLater: 'The draft cannot be saved right now. It stays in this tab and is saved as soon as possible.',
    conflictText:
      'Your text is still here. You can keep both versions as two campaigns, use theirs and discard yours, or replace theirs with yours.',
    conflictOwnText:
      'The text in this tab is still here. You can keep both versions as two campaigns, use the one from the other tab, or replace it with this one.',
    keepBoth: 'Keep both',
    copied: 'Your text was saved as a separate draft.',
    find: 'Type a full address to find someone',
    freeText:
      'WhatsApp: free text reaches only people who messaged you in the last 24 hours. A template reaches everyone.',
  },
  senders: {
    isGone: 'This sender was deleted. Choose another one.',
    inCampaign: (channel: string) => `Sender for ${channel}`,
    usual: (name: string) => `Default (${name})`,
  },
};

export type CampaignTexts = typeof en;

const de: CampaignTexts = {
  emailFields: {
    more: 'Weitere Einstellungen',
    fields: {
      subject: 'Betreff',
      preheader: 'Vorschautext',
      fromName: 'Absendername',
      replyTo: 'Antwortadresse',
    },
    hints: {
      subject: (example) =>
        `Bleibt er leer, gilt der Name der Kampagne. Platzhalter wie ${example} sind möglich.`,
      preheader: () =>
        'Erscheint im Posteingang neben dem Betreff. In der geöffneten E-Mail ist er unsichtbar.',
      fromName: () => 'Bleibt er leer, gilt der Name des Absenders.',
      replyTo: () => 'Bleibt sie leer, gilt die Antwortadresse des Absenders.',
    },
    removeWatermark: '„Versendet mit Carillon“ entfernen',
    removeWatermarkHint: 'Wirkt, wenn Ihr Tarif es erlaubt.',
  },
  attachments: {
    title: 'Anhänge',
    hint: (files, size) => `Bis zu ${german.n.format(files)} Dateien, insgesamt ${size}.`,
    tooBig: (size, most) =>
      `Die Dateien haben insgesamt ${size}. Eine E-Mail kann höchstens ${most} haben. Entfernen Sie eine Datei.`,
    remove: (name) => `${name} entfernen`,
  },
  engines: {
    label: 'Platzhalter',
    names: { simple: 'Einfach', liquid: 'Liquid' },
    hints: {
      simple: 'Setzt Werte jeder Person ein, mit einem Ersatztext für Personen ohne Wert.',
      liquid: 'Bedingungen, Schleifen und Filter in allen Nachrichten dieser Kampagne.',
    },
    example: 'Beispiel:',
    examples: {
      simple: 'Hallo {{name|zusammen}}',
      liquid: '{% if vip %}Hallo {{ name | upcase }}{% else %}Hallo{% endif %}',
    },
  },
  campaign: {
    newTitle: 'Neue Kampagne',
    plannedFor: (time) =>
      `Vorgeschlagene Sendezeit: ${time}. Sie bestätigen sie, wenn Sie die Kampagne versenden.`,
    name: 'Name',
    nameHint: (example) =>
      `Wird als Betreff der E-Mail verwendet, wenn Sie keinen eigenen eingeben. Platzhalter wie ${example} sind möglich.`,
    groups: 'Gruppen',
    groupsHint: 'Personen in mehreren Gruppen erhalten die Nachricht nur einmal.',
    groupsNone: 'Wählen Sie mindestens eine Gruppe oder ein Segment.',
    segments: 'Segmente',
    segmentsHint:
      'Auch Personen, die beim Start der Kampagne passen, erhalten sie, an ihre Adressen in Gruppen.',
    segmentsEmpty: 'Es gibt noch keine Segmente.',
    excluded: 'Ausschließen',
    excludedHint: 'Personen in diesen Gruppen und Segmenten erhalten nichts.',
    excludedEmpty: 'Es gibt noch keine Gruppen oder Segmente.',
    segmentGone: 'Gelöschtes Segment',
    topic: 'Thema',
    topicHint:
      'Wer dieses Thema abbestellt hat, erhält nichts. Andere können es über den Link in der E-Mail abbestellen.',
    topicNone: 'Kein Thema: eine Abmeldung beendet alle E-Mails',
    channelUse: {
      label: 'Kanäle jeder Person',
      EVERY: 'Auf jedem Kanal senden',
      FIRST: 'Jeder Person eine Nachricht senden',
      hints: {
        EVERY: 'Wer eine E-Mail-Adresse und eine Telefonnummer hat, bekommt eine E-Mail und eine SMS.',
        FIRST: 'Jede Person bekommt die Nachricht auf dem ersten Kanal, der sie erreicht.',
      },
      order: 'Reihenfolge der Kanäle',
      moveUp: (channel: string) => `${channel} nach oben`,
      fallback: 'Wenn die Nachricht nicht zugestellt werden kann',
      fallbackHint: 'Die Kampagne endet erst, wenn diese Zeit abgelaufen ist.',
      never: 'Nicht noch einmal senden',
      within: (hours: number) =>
        `Auf dem nächsten Kanal senden, innerhalb von ${hours === 1 ? 'einer Stunde' : `${hours} Stunden`}`,
    },
    tabs: 'Nachrichten je Kanal',
    html: 'HTML der E-Mail',
    whatsapp: 'WhatsApp-Nachricht',
    whatsappHint:
      'Freier Text erreicht nur Personen, die Ihnen in den letzten 24 Stunden geschrieben haben. Eine Vorlage erreicht alle.',
    sms: 'SMS',
    smsCount: (characters, segments) =>
      `${german.many(characters, 'Zeichen', 'Zeichen')}, ${german.many(segments, 'Segment', 'Segmente')}`,
    smsGsm: 'SMS-Alphabet (GSM-7): Ein Segment fasst 160 Zeichen.',
    smsUnicode: (characters, count) =>
      `${count === 1 ? 'Dieses Zeichen gehört' : 'Diese Zeichen gehören'} nicht zum SMS-Alphabet: ${characters}. Ein Segment fasst nur 70 Zeichen.`,
    smsPlain: (segments, count) =>
      `Ohne ${count === 1 ? 'dieses Zeichen' : 'diese Zeichen'} braucht der Text ${german.many(segments, 'Segment', 'Segmente')}.`,
    smsEmoji: (segments, withEmoji) =>
      withEmoji > Math.max(segments, 1)
        ? `Emojis gehören nicht zum SMS-Alphabet. Mit einem Emoji fasst ein Segment nur 70 Zeichen, und dieser Text braucht ${german.many(withEmoji, 'Segment', 'Segmente')} statt ${german.n.format(segments)}.`
        : 'Emojis gehören nicht zum SMS-Alphabet. Mit einem Emoji fasst ein Segment nur 70 Zeichen.',
    smsPlaceholders:
      'Platzhalter zählen so, wie sie geschrieben sind. Die Vorschau zählt den Text, den eine Person erhält.',
    placeholderHint: 'Geben Sie {{ ein, um einen Platzhalter aus Ihren Kontaktdaten einzufügen.',
    unsaved: 'Noch nicht gespeichert',
    savedAt: (time) => `Gespeichert ${time}`,
    conflictTitle: 'Jemand anderes hat diese Kampagne geändert',
    conflictOwnTitle: 'Sie haben diese Kampagne in einem anderen Tab geändert',
    takeOther: 'Die andere Fassung verwenden',
    restored: (time) =>
      `Nicht gespeicherte Kampagne vom ${time} wiederhergestellt. Sie existiert nur in diesem Browser-Tab.`,
    startOver: 'Neu beginnen',
    keepMine: 'Meine Fassung behalten',
    takeTheirs: 'Deren Fassung verwenden',
    noSender: 'Kein Absender',
    asPerson: 'Vorschau als',
    asNobody: 'Keine bestimmte Person',
    missing: (keys) => `Diese Person hat keinen Wert für ${keys}.`,
    test: 'Test senden',
    testTitle: 'Test senden',
    testText:
      'Sendet eine Nachricht an eine Adresse. Betreff und Text werden mit [Test] gekennzeichnet. Der Test erscheint nicht in Berichten.',
    testAs: (identifier) =>
      `Die Platzhalter werden wie in der Vorschau mit den Daten von ${identifier} gefüllt.`,
    testAsNobody: 'Die Platzhalter zeigen wie in der Vorschau ihren Ersatztext.',
    testOwnOnly: 'Ihre Rolle erlaubt Test-E-Mails an Ihre eigene Adresse.',
    testNeedsEmail: 'Ihre Rolle erlaubt nur Test-E-Mails. Schreiben Sie zuerst eine E-Mail.',
    testChannel: 'Kanal',
    testAddress: 'Ihre Adresse',
    testAddressHint: 'E-Mail-Adresse oder Telefonnummer mit Landesvorwahl',
    testSend: 'Test senden',
    testSent: 'Testnachricht gesendet.',
    testFailed: 'Der Anbieter hat die Testnachricht abgelehnt.',
    testUnconfirmed: 'Es ist nicht bekannt, ob die Testnachricht gesendet wurde.',
    publish: 'Prüfen und senden',
    publishTitle: 'Diese Kampagne senden?',
    publishNow: 'Jetzt',
    publishLater: 'Planen',
    publishTime: 'Sendezeit',
    publishText: (people) => `Diese Kampagne wird an ${people} gesendet:`,
    publishNobody:
      'Niemand würde diese Kampagne erhalten. Kein Kanal hat eine Nachricht, einen Absender und erreichbare Personen.',
    notReached: (recipients) => `Nicht gesendet an ${recipients}`,
    stillCounting: 'Die Zählung läuft noch. Mindestens so viele Personen erhalten die Kampagne.',
    sendingEnds: (time) => `Voraussichtliches Ende: ${time}.`,
    endUnknown:
      'Das Ende lässt sich noch nicht schätzen, weil keine Kampagne der letzten Zeit zeigt, wie schnell der Absender ist.',
    outsideWindow: (people) => `Ohne Nachricht an Sie: ${people}.`,
    expectedCost: (cost, isExact) =>
      isExact ? `Voraussichtliche Kosten: ${cost}.` : `Voraussichtliche Kosten: mindestens ${cost}.`,
    costUnknown: (messages) =>
      `Der Preis von ${german.many(messages, 'Nachricht', 'Nachrichten')} ist unbekannt.`,
    waitsForOthers: (running) =>
      `${german.many(running, 'Kampagne läuft', 'Kampagnen laufen')} bereits, so viele, wie Ihr Tarif erlaubt. Diese Kampagne wartet, bis eine davon endet.`,
    publishFaults: {
      past: 'Wählen Sie einen Zeitpunkt in der Zukunft.',
      far: 'Wählen Sie einen Zeitpunkt innerhalb eines Jahres.',
    },
    subjectOfCopy: (name) => `Der Betreff der E-Mail ist noch „${name}“.`,
    senderFails: (channel, name) => `${channel}: Der Test des Absenders „${name}“ ist fehlgeschlagen`,
    senderFailsText: 'Die Nachrichten warten, bis der Absender funktioniert.',
    senderPaused: (channel, name) => `${channel}: Der Absender „${name}“ ist angehalten`,
    senderPausedText: 'Die Nachrichten warten, bis der Versand in den Einstellungen fortgesetzt wird.',
    senderUntested: (channel, name) => `${channel}: Der Absender „${name}“ wurde noch nie getestet`,
    senderUntestedText: 'Testen Sie den Absender, bevor Sie diese Kampagne senden.',
    testSender: 'Absender jetzt testen',
    publishSend: (people) => `An ${people} senden`,
    publishSchedule: (people) => `Für ${people} planen`,
    published: 'Versand gestartet.',
    scheduled: (time) => `Geplant für ${time}.`,
    notDraft:
      'Diese Kampagne ist veröffentlicht. Ihr Text lässt sich nicht mehr ändern. Duplizieren Sie sie, um eine neue zu schreiben.',
  },
  campaignEditor: {
    savesItself: 'Der Entwurf wird beim Schreiben gespeichert.',
    cannotSave: 'Nicht gespeichert. Korrigieren Sie die Antwortadresse.',
    incompleteTitle: 'Bevor Sie diese Kampagne senden können',
    addPart: {
      name: 'Namen eingeben',
      groups: 'Gruppe oder Segment auswählen',
      message: 'Nachricht schreiben',
      caption: 'Text zu jeder Datei schreiben',
      replyTo: 'Antwortadresse berichtigen',
    },
    addSender: (channel) => `Absender einrichten: ${channel}`,
    savedLater:
      'Der Entwurf lässt sich zurzeit nicht speichern. Er bleibt in diesem Tab und wird so bald wie möglich gespeichert.',
    conflictText:
      'Ihr Text ist noch da. Behalten Sie beide Fassungen als zwei Kampagnen, verwenden Sie die andere Fassung oder ersetzen Sie sie durch Ihre.',
    conflictOwnText:
      'Der Text in diesem Tab ist noch da. Behalten Sie beide Fassungen als zwei Kampagnen, verwenden Sie die aus dem anderen Tab oder ersetzen Sie sie durch diese.',
    keepBoth: 'Beide behalten',
    copied: 'Ihr Text wurde als eigener Entwurf gespeichert.',
    find: 'Geben Sie eine vollständige Adresse ein, um eine Person zu finden',
    freeText:
      'WhatsApp: Freier Text erreicht nur Personen, die Ihnen in den letzten 24 Stunden geschrieben haben. Eine Vorlage erreicht alle.',
  },
  senders: {
    isGone: 'Dieser Absender wurde gelöscht. Wählen Sie einen anderen.',
    inCampaign: (channel) => `Absender für ${channel}`,
    usual: (name) => `Standard (${name})`,
  },
};

export const campaignTexts = { en, de };

/** The texts of the campaign editor. */
export function useCampaignTexts(): CampaignTexts {
  return campaignTexts[useLanguage().language];
}
