import { LANGUAGE, compileEmail, hasLink, hasWatermark, templateParts } from '@carillon/content';
import {
  type Language,
  type Plan,
  type PublishedContent,
  type SignUpFormSettings,
  type Variables,
  contentOf,
} from '@carillon/contracts';
import type { SignUpDocument } from './sign-up-document';

/** The texts of the email if the form has no own ones. */
const defaults: Readonly<Record<Language, { subject: string; html: string }>> = {
  en: {
    subject: 'Confirm your subscription: {{formTitle}}',
    html: `<p>Hello,</p>
<p>You signed up for “{{formTitle}}” with this email address. To confirm, open this link and select the button on the page:</p>
<p><a href="{{confirmUrl}}">{{confirmUrl}}</a></p>
<p>You agree to the following:<br>{{wording}}</p>
<p>The link works for 7 days. If you did not sign up, ignore this email. You will not receive any messages.</p>`,
  },
  de: {
    subject: 'Bitte bestätigen Sie Ihre Anmeldung: {{formTitle}}',
    html: `<p>Guten Tag,</p>
<p>Sie haben sich mit dieser E-Mail-Adresse für „{{formTitle}}“ angemeldet. Zum Bestätigen öffnen Sie diesen Link und klicken auf der Seite auf die Schaltfläche:</p>
<p><a href="{{confirmUrl}}">{{confirmUrl}}</a></p>
<p>Sie stimmen Folgendem zu:<br>{{wording}}</p>
<p>Der Link gilt 7 Tage. Wenn Sie sich nicht angemeldet haben, ignorieren Sie diese E-Mail. Sie erhalten dann keine Nachrichten.</p>`,
  },
};

/** The content of the confirmation email of a form. `id`: identifies the sign-up in place of a campaign. */
export function confirmationContent(
  id: string,
  { subject, html, plainText, language }: Omit<SignUpFormSettings, 'groupId' | 'wording'>,
  plan: Plan,
): PublishedContent {
  const texts = defaults[language];
  const body = html ?? texts.html;
  const email = compileEmail(body);
  const text = plainText === null ? {} : { text: templateParts(plainText, 'text') };
  const content = contentOf({ subject: subject ?? texts.subject, bodies: { EMAIL: body } });
  return {
    campaignId: id,
    content,
    watermark: hasWatermark(content, plan),
    compiledEmail: { ...email, ...text },
    withoutUnsubscribeLink: true,
  };
}

/**
 * The values of placeholders. The answers of a stranger must not advertise anything to the owner of the address, so
 * answers that contain links are left out.
 */
export function confirmationVariables(
  { address, answers, title, wording, language }: SignUpDocument,
  confirmUrl: string,
): Variables {
  const own = Object.entries(JSON.parse(answers) as Record<string, string>);
  return {
    ...Object.fromEntries(own.filter(([, value]) => !hasLink(value))),
    email: address,
    formTitle: title,
    wording: wording.text,
    confirmUrl,
    [LANGUAGE]: language,
  };
}
