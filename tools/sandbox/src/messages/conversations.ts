import { type TextChannel } from '@carillon/fake-providers';
import { type Entry } from './message-index';
import { type MessageStore } from './message-store';

/** What a person and a number have written to each other on one channel. */
export interface Conversation {
  readonly channel: TextChannel;
  readonly person: string;
  /** The number that messages come from. */
  readonly sender: string;
}

/** Messages looked through for the newest conversations. */
const LOOKED_THROUGH = 1_000;

/** The conversation that a message belongs to; null for a mail. */
export function conversationOf({ channel, to, sender, isReply }: Entry): Conversation | null {
  if (channel === 'EMAIL') return null;
  return isReply ? { channel, person: sender, sender: to } : { channel, person: to, sender };
}

/** Those with the newest messages first. `recipient` is any part of the person's number. */
export function newestConversations(
  store: MessageStore,
  channel: TextChannel,
  { recipient, limit }: { recipient: string; limit: number },
): Conversation[] {
  const found = new Map<string, Conversation>();
  for (const entry of store.list({ channel, recipient, limit: LOOKED_THROUGH })) {
    const conversation = conversationOf(entry);
    if (!conversation?.person.includes(recipient)) continue;
    const key = `${conversation.person} ${conversation.sender}`;
    found.set(key, found.get(key) ?? conversation);
    if (found.size === limit) break;
  }
  return [...found.values()];
}

/** The newest messages of a conversation, in the order in which they were written. */
export function messagesIn(store: MessageStore, conversation: Conversation, limit: number): Entry[] {
  const { channel, person, sender } = conversation;
  const received = store.addressedTo(person).filter((entry) => !entry.isReply && entry.sender === sender);
  const written = store.addressedTo(sender).filter((entry) => entry.isReply && entry.sender === person);
  const all = [...received, ...written].filter((entry) => entry.channel === channel);
  return all.sort((a, b) => a.seq - b.seq).slice(-limit);
}
