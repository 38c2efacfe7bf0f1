import { type TextChannel } from '@carillon/fake-providers';
import { type Channel, channels, type Conversation } from '../../messages/message';
import { html, type Html } from '../html';
import { type Sources } from '../sources';
import { bubbles } from './bubbles';
import { channelIcon, channelNames } from './icons';
import { rows } from './list';
import { link, type View } from './view';

const MAILS = 25;
const CONVERSATIONS = 12;
const BUBBLES = 3;

/** Shows all channels side by side, each as on a phone. */
export async function board(sources: Sources, view: View): Promise<Html> {
  const phones = await Promise.all(channels.map((channel) => phone(sources, channel, view)));
  return html`${phones}`;
}

async function phone(sources: Sources, channel: Channel, view: View): Promise<Html> {
  const all = link('/messages', { ...view, channel, before: undefined });
  const word = channel.toLowerCase();
  const count = sources.store.channels().get(channel) ?? 0;
  const shown = channel === 'EMAIL' ? await mails(sources, view) : await talks(sources, channel, view);
  return html`<section class="phone" aria-labelledby="${word}">
    <header>
      ${channelIcon(channel)}
      <h2 id="${word}">${channelNames[channel]}</h2>
      <a class="count" href="${all}"
        >${count.toLocaleString('en')}<span class="unseen">
          ${channelNames[channel]} messages, all as a list</span
        ></a
      >
    </header>
    ${shown ?? html`<p class="nothing">${view.to === '' ? 'Nothing yet.' : html`Nothing for <b>${view.to}</b>.`}</p>`}
  </section>`;
}

async function mails({ store }: Sources, view: View): Promise<Html | null> {
  const entries = store.list({ recipient: view.to, channel: 'EMAIL', limit: MAILS });
  return entries.length === 0 ? null : rows(store, entries, view);
}

async function talks(sources: Sources, channel: TextChannel, view: View): Promise<Html | null> {
  const found = sources.store.conversations(channel, view.to, CONVERSATIONS);
  const talks = await Promise.all(found.map((conversation) => talk(sources, conversation, view)));
  return talks.length === 0 ? null : html`${talks}`;
}

async function talk(sources: Sources, conversation: Conversation, view: View): Promise<Html> {
  const [last] = sources.store.conversation(conversation, 1);
  const { person, sender } = conversation;
  return html`<article class="talk-part">
    <h3>
      <a href="${link(`/messages/${last?.seq ?? 0}`, view)}"
        >${person}<span class="unseen">, open and reply</span></a
      >
      <span class="quiet">from ${sender}</span>
    </h3>
    ${await bubbles(sources, conversation, { limit: BUBBLES })}
  </article>`;
}
