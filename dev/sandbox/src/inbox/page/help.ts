import { magicRecipients, WRONG_PASSWORD, type MagicRecipient } from '../../email/magic-recipients';
import { answerTo, magicNumbers, type MagicNumber } from '../../twilio/magic-numbers';
import { html, type Html } from '../html';
import { type Sources } from '../sources';
import { back } from './icons';

/** Explains how to send to the sandbox, and which recipients fail on purpose. */
export function help({ smtpPort, twilioPort }: Pick<Sources, 'smtpPort' | 'twilioPort'>): Html {
  return html`<article class="help">
    <a class="back" href="/">${back}Inbox</a>
    <h1>Nothing leaves this machine</h1>
    <p>
      The sandbox stands where a mail server and Twilio would stand: it takes every message for every address
      and number, delivers it to nobody and shows it here. What you write back from a conversation goes to
      whom its messages named.
    </p>
    <dl class="facts">
      <dt>SMTP port</dt>
      <dd><code>${smtpPort}</code>, without TLS</dd>
      <dt>Login</dt>
      <dd>Not needed. Any is accepted, except with the password <code>${WRONG_PASSWORD}</code>.</dd>
      <dt>Twilio port</dt>
      <dd><code>${twilioPort}</code>, for the accounts of <code>TWILIO_ACCOUNTS</code></dd>
      <dt>Messages</dt>
      <dd>
        <a href="/api/messages"><code>/api/messages</code></a
        >, of one recipient with <code>?to=</code>
      </dd>
      <dt>Counts</dt>
      <dd>
        <a href="/api/recipients"><code>/api/recipients</code></a>
      </dd>
    </dl>
    <h2>Addresses that fail on purpose</h2>
    <p>At any domain. Add <code>+anything</code> for more of a kind: <code>bounce+17@example.com</code>.</p>
    ${table('Addresses that fail on purpose', ['Address', 'Answer', 'What it tries'], magicRecipients.map(addressRow))}
    <h2>Numbers that misbehave</h2>
    <p>The numbers are recipients, except where the table says “From”. <code>nn</code> is any of 00 to 99.</p>
    ${table('Numbers that misbehave', ['Number', 'Answer', 'What it tries'], magicNumbers.map(numberRow))}
  </article>`;
}

function table(label: string, heads: readonly string[], rows: readonly Html[]): Html {
  return html`<div class="scrolled" tabindex="0" role="region" aria-label="${label}">
    <table class="magic">
      <thead>
        <tr>
          ${heads.map((head) => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}

function addressRow({ localPart, refusal, effect }: MagicRecipient): Html {
  const answer = refusal ? refusal.split(' ', 2).join(' ') : '250';
  return row(html`<code>${localPart}@…</code>`, answer, effect);
}

function numberRow(magic: MagicNumber): Html {
  const { number, as, effect } = magic;
  return row(html`${as === 'From' ? 'From ' : null}<code>${number}</code>`, answerTo(magic), effect);
}

function row(recipient: Html, answer: string, effect: string): Html {
  return html`<tr>
    <th scope="row">${recipient}</th>
    <td><code>${answer}</code></td>
    <td>${effect}</td>
  </tr>`;
}
