import { magicRecipients, WRONG_PASSWORD, type MagicRecipient } from '../../email/magic-recipients';
import { html, type Html } from '../html';
import { back } from './icons';

/** Where to send mail, and which addresses fail on purpose. */
export function help(smtpPort: number): Html {
  return html`<article class="help">
    <a class="back" href="/">${back}Inbox</a>
    <h1>Nothing leaves this machine</h1>
    <p>
      The sandbox stands where a mail server would stand: it takes every message for every address, delivers
      it to nobody and shows it here.
    </p>
    <dl class="facts">
      <dt>SMTP port</dt>
      <dd><code>${smtpPort}</code>, without TLS</dd>
      <dt>Login</dt>
      <dd>Not needed. Any is accepted, except with the password <code>${WRONG_PASSWORD}</code>.</dd>
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
    <div class="scrolled" tabindex="0" role="region" aria-label="Addresses that fail on purpose">
      <table class="magic">
        <thead>
          <tr>
            <th scope="col">Address</th>
            <th scope="col">Answer</th>
            <th scope="col">What it tries</th>
          </tr>
        </thead>
        <tbody>
          ${magicRecipients.map(magicRow)}
        </tbody>
      </table>
    </div>
  </article>`;
}

function magicRow({ localPart, refusal, effect }: MagicRecipient): Html {
  return html`<tr>
    <th scope="row"><code>${localPart}@…</code></th>
    <td><code>${refusal ? `${refusal.code} ${refusal.text.split(' ')[0] ?? ''}` : '250'}</code></td>
    <td>${effect}</td>
  </tr>`;
}
