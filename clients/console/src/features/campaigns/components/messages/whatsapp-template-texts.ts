import { useLanguage } from '../../../../texts';
import type { ContentTemplate } from '../../api/content-templates';

const en = {
  label: 'WhatsApp template',
  hint: 'A message that WhatsApp has approved, and that reaches everyone. It is stored in your account at the provider.',
  idHint:
    'For Twilio, the ID that begins with HX. For Meta, the name and the language, such as order_update:en_US. To send only free text, leave the field empty.',
  choose: 'No template',
  none: 'No template found.',
  noTemplates:
    'Your account has no templates yet. Create one in Twilio’s Content Template Builder or in Meta’s WhatsApp Manager.',
  byId: 'Enter the ID',
  fromList: 'Choose from the list',
  loading: 'Loading the templates…',
  unknown: 'The sender’s account has no template with this ID.',
  states: {
    APPROVED: 'Approved',
    PENDING: 'Waiting for WhatsApp',
    REJECTED: 'Rejected by WhatsApp',
    PAUSED: 'Paused by WhatsApp',
    DISABLED: 'Disabled by WhatsApp',
    UNSUBMITTED: 'Not submitted to WhatsApp',
  } satisfies Record<ContentTemplate['status'], string>,
  notApproved: (state: string) => `${state}. You can’t publish the campaign with this template.`,
  rejection: (reason: string) => `Reason: ${reason}`,
  variables: 'Values in the template',
  variablesHint:
    'Each value needs text for every person. Give placeholders a fallback, as in {{name|friend}}.',
  sample: (value: string) => `For example: ${value}`,
  addVariable: 'Add a variable',
  parts: {
    IMAGE: 'The URL of the picture in the header, https://…',
    VIDEO: 'The URL of the video in the header, https://…',
    DOCUMENT: 'The URL of the document in the header, https://…',
    HEADER: 'In the header',
    BUTTON: (at: number) => `The end of the URL of button ${at}`,
    COUPON: (at: number) => `The code that button ${at} copies`,
  },
  variable: 'Variable',
  value: 'Value',
};

const de: typeof en = {
  label: 'WhatsApp-Vorlage',
  hint: 'Eine Nachricht, die WhatsApp genehmigt hat und die alle erreicht. Sie ist in Ihrem Konto beim Anbieter gespeichert.',
  idHint:
    'Bei Twilio die ID, die mit HX beginnt. Bei Meta der Name und die Sprache, zum Beispiel order_update:en_US. Lassen Sie das Feld leer, um nur freien Text zu senden.',
  choose: 'Keine Vorlage',
  none: 'Keine Vorlage gefunden.',
  noTemplates:
    'Ihr Konto hat noch keine Vorlagen. Legen Sie eine im Content Template Builder von Twilio oder im WhatsApp-Manager von Meta an.',
  byId: 'ID eingeben',
  fromList: 'Aus der Liste wählen',
  loading: 'Die Vorlagen werden geladen …',
  unknown: 'Das Konto des Absenders hat keine Vorlage mit dieser ID.',
  states: {
    APPROVED: 'Genehmigt',
    PENDING: 'Wird von WhatsApp geprüft',
    REJECTED: 'Von WhatsApp abgelehnt',
    PAUSED: 'Von WhatsApp pausiert',
    DISABLED: 'Von WhatsApp gesperrt',
    UNSUBMITTED: 'Nicht bei WhatsApp eingereicht',
  },
  notApproved: (state) => `${state}. Mit dieser Vorlage können Sie die Kampagne nicht veröffentlichen.`,
  rejection: (reason) => `Grund: ${reason}`,
  variables: 'Werte in der Vorlage',
  variablesHint:
    'Jeder Wert braucht für jede Person einen Text. Geben Sie Platzhaltern einen Ersatztext, wie in {{name|Freund}}.',
  sample: (value) => `Zum Beispiel: ${value}`,
  addVariable: 'Variable hinzufügen',
  parts: {
    IMAGE: 'Die URL des Bildes in der Kopfzeile, https://…',
    VIDEO: 'Die URL des Videos in der Kopfzeile, https://…',
    DOCUMENT: 'Die URL des Dokuments in der Kopfzeile, https://…',
    HEADER: 'In der Kopfzeile',
    BUTTON: (at) => `Das Ende der URL von Schaltfläche ${at}`,
    COUPON: (at) => `Der Code, den Schaltfläche ${at} kopiert`,
  },
  variable: 'Variable',
  value: 'Wert',
};

export function useWhatsappTemplateTexts(): typeof en {
  return useLanguage().language === 'de' ? de : en;
}

/** What a variable outside of the text is for. Undefined: it is in the text. */
export function partOf(name: string, { parts }: typeof en): string | undefined {
  const [, kind, rest = ''] = /^(HEADER|BUTTON|COUPON)_(\w+)$/.exec(name) ?? [];
  switch (kind) {
    case 'HEADER':
      return rest === 'IMAGE' || rest === 'VIDEO' || rest === 'DOCUMENT' ? parts[rest] : parts.HEADER;
    case 'BUTTON':
    case 'COUPON':
      return parts[kind](Number(rest) + 1);
    default:
      return undefined;
  }
}
