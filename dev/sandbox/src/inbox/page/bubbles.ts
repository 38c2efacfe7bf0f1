import { type Entry } from '../../messages/message';
import { segments, type SentMessage, type TextChannel } from '@carillon/fake-providers';
import { conversationOf, type Conversation } from '../../messages/message';
import { type Content } from '../../messages/content';
import { readContent } from '../../messages/read-message';
import { html, type Html } from '../html';
import { type Sources } from '../sources';
import { ticks } from './ticks';
import { time } from './time';
import { whatsAppText } from './whatsapp-text';

const shownAs: Record<TextChannel, (text: string) => Html> = {
  SMS: (text) => html`${text}`,
  WHATSAPP: whatsAppText,
};

/** Shows the newest messages of a conversation, as on the person's phone. `open` is the selected message. */
export async function bubbles(
  { store, twilio }: Sources,
  conversation: Conversation,
  { limit, open }: { limit: number; open?: number },
): Promise<Html> {
  const shown = await Promise.all(
    store.conversation(conversation, limit).map(async (entry) => {
      const content = await readContent(store, entry, { inlineImages: false });
      if (!content) return null;
      const sent = content.sid === null ? undefined : twilio.fake.messages.find(content.sid);
      return bubble(entry, content, sent, open);
    }),
  );
  return html`<ol class="bubbles ${conversation.channel.toLowerCase()}">
    ${shown}
  </ol>`;
}

function bubble(
  entry: Entry,
  { text, mediaUrl }: Content,
  sent: SentMessage | undefined,
  open: number | undefined,
): Html {
  const { seq, at, isReply } = entry;
  const channel = conversationOf(entry)?.channel ?? 'SMS';
  return html`<li
    class="${isReply ? 'written' : 'received'}"
    data-seq="${seq}"
    aria-current="${seq === open ? 'true' : 'false'}"
  >
    <span class="unseen">${isReply ? 'Written:' : 'Received:'}</span>
    ${mediaUrl === null ? null : media(mediaUrl)}
    <p>${shownAs[channel](text ?? '')}</p>
    <small
      >${channel === 'SMS' ? parts(text ?? '', mediaUrl !== null) : null} ${time(at)}
      ${isReply ? null : ticks(sent)}</small
    >
  </li>`;
}

/** A picture, or the name of another file. */
function media(url: string): Html {
  const name = new URL(url).pathname.split('/').at(-1) ?? '';
  const isPicture = /\.(?:png|jpe?g|gif)$/i.test(name);
  return html`<a class="media" href="${url}"
    >${isPicture ? html`<img src="${url}" alt="${name}" />` : name}</a
  >`;
}

/** An MMS has no segments. */
function parts(text: string, isMms: boolean): Html {
  if (isMms) return html`<span class="parts">MMS</span>`;
  const count = segments(text);
  return html`<span class="parts">${count === 1 ? '1 segment' : `${count} segments`}</span>`;
}
