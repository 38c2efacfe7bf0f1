import { type Conversation } from '../../messages/message';
import { html, type Html } from '../html';
import { back, channelIcon, channelNames } from './icons';
import { link, type View } from './view';

/** The words that Twilio and Carillon read as opt-out and opt-in. */
const words = ['STOP', 'START'];

/** Shows a conversation as on the person's phone, with a form to reply. */
export function chat(conversation: Conversation, open: number, shown: Html, view: View): Html {
  const { channel, person, sender } = conversation;
  return html`<article class="chat ${channel.toLowerCase()}">
    <header>
      <a class="back" href="${link('/', view)}">${back}Inbox</a>
      ${channelIcon(channel)}
      <div>
        <h1>${person}</h1>
        <p class="quiet">${channelNames[channel]} from ${sender}</p>
      </div>
      <a class="button download" href="/messages/${open}/source" download>Download</a>
    </header>
    <div class="talk" data-live="/messages/${open}/chat" tabindex="0" role="region" aria-label="Conversation">
      ${shown}
    </div>
    ${writing(conversation, open)}
  </article>`;
}

function writing({ channel, person, sender }: Conversation, open: number): Html {
  const hidden = { channel, from: person, to: sender, open: String(open) };
  const fields = Object.entries(hidden).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
  const buttons = words.map(
    (word) =>
      html`<form method="post" action="/replies">
        ${fields}<input type="hidden" name="text" value="${word}" /><button class="button">${word}</button>
      </form>`,
  );
  return html`<footer class="writing">
    <form method="post" action="/replies" class="box">
      ${fields}
      <label class="unseen" for="text">Reply as ${person}</label>
      <input
        id="text"
        name="text"
        required
        maxlength="1600"
        autocomplete="off"
        placeholder="Reply as ${person}"
      />
      <button class="button send">Send</button>
    </form>
    ${buttons}
  </footer>`;
}
