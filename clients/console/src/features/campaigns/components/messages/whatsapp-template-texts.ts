import { useLanguage } from '../../../../texts';
import type { ContentTemplate } from '../../api/content-templates';

const en = {
  label: 'WhatsApp template',
  hint: 'A message that WhatsApp has approved. It reaches everyone. Your Twilio account stores it.',
  idHint:
    'The template ID from your Twilio account, which begins with HX. Leave it empty to send free text only.',
  choose: 'No template',
  none: 'No template found.',
  noTemplates:
    'Your Twilio account has no templates yet. Create one in the Content Template Builder of Twilio.',
  byId: 'Enter the ID',
  fromList: 'Choose from the list',
  loading: 'Loading the templates from Twilio…',
  unknown: 'Your Twilio account has no template with this ID.',
  states: {
    APPROVED: 'Approved',
    PENDING: 'Waiting for WhatsApp',
    REJECTED: 'Rejected by WhatsApp',
    PAUSED: 'Paused by WhatsApp',
    DISABLED: 'Disabled by WhatsApp',
    UNSUBMITTED: 'Not submitted to WhatsApp',
  } satisfies Record<ContentTemplate['status'], string>,
  notApproved: (state: string) => `${state}. WhatsApp may not deliver this message.`,
  rejection: (reason: string) => `Reason: ${reason}`,
  variables: 'Values in the template',
  variablesHint:
    'Each value needs text for every person. Give placeholders a fallback, as in {{name|friend}}.',
  sample: (value: string) => `For example: ${value}`,
  addVariable: 'Add a variable',
  variable: 'Variable',
  value: 'Value',
};

const de: typeof en = {
  label: 'WhatsApp-Vorlage',
  hint: 'Eine Nachricht, die WhatsApp genehmigt hat. Sie erreicht alle. Sie ist in Ihrem Twilio-Konto gespeichert.',
  idHint:
    'Die ID der Vorlage aus Ihrem Twilio-Konto. Sie beginnt mit HX. Lassen Sie das Feld leer, um nur freien Text zu senden.',
  choose: 'Keine Vorlage',
  none: 'Keine Vorlage gefunden.',
  noTemplates:
    'Ihr Twilio-Konto hat noch keine Vorlagen. Legen Sie eine im Content Template Builder von Twilio an.',
  byId: 'ID eingeben',
  fromList: 'Aus der Liste wählen',
  loading: 'Die Vorlagen werden von Twilio geladen …',
  unknown: 'Ihr Twilio-Konto hat keine Vorlage mit dieser ID.',
  states: {
    APPROVED: 'Genehmigt',
    PENDING: 'Wird von WhatsApp geprüft',
    REJECTED: 'Von WhatsApp abgelehnt',
    PAUSED: 'Von WhatsApp pausiert',
    DISABLED: 'Von WhatsApp gesperrt',
    UNSUBMITTED: 'Nicht bei WhatsApp eingereicht',
  },
  notApproved: (state) => `${state}. WhatsApp stellt diese Nachricht womöglich nicht zu.`,
  rejection: (reason) => `Grund: ${reason}`,
  variables: 'Werte in der Vorlage',
  variablesHint:
    'Jeder Wert braucht für jede Person einen Text. Geben Sie Platzhaltern einen Ersatztext, wie in {{name|Freund}}.',
  sample: (value) => `Zum Beispiel: ${value}`,
  addVariable: 'Variable hinzufügen',
  variable: 'Variable',
  value: 'Wert',
};

export function useWhatsappTemplateTexts(): typeof en {
  return useLanguage().language === 'de' ? de : en;
}
