import { type Entry } from '../../messages/message';
import { segments, type SentMessage, type TextChannel } from '@carillon/fake-providers';
import { conversationOf, type Conversation } from '../../messages/message';
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
      return bubble(entry, content.text ?? '', sent, open);
    }),
  );
  return html`<ol class="bubbles ${conversation.channel.toLowerCase()}">
    ${shown}
  </ol>`;
}

function bubble(entry: Entry, text: string, sent: SentMessage | undefined, open: number | undefined): Html {
  const { seq, at, isReply } = entry;
  const channel = conversationOf(entry)?.channel ?? 'SMS';
  return html`<li
    class="${isReply ? 'written' : 'received'}"
    data-seq="${seq}"
    aria-current="${seq === open ? 'true' : 'false'}"
  >
    <span class="unseen">${isReply ? 'Written:' : 'Received:'}</span>
    <p>${shownAs[channel](text)}</p>
    <small>${channel === 'SMS' ? parts(text) : null} ${time(at)} ${isReply ? null : ticks(sent)}</small>
  </li>`;
}

function parts(text: string): Html {
  const count = segments(text);
  return html`<span class="parts">${count === 1 ? '1 segment' : `${count} segments`}</span>`;
}
