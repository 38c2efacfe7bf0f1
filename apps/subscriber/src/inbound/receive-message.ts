import { Injectable } from '@nestjs/common';
import type { MessageReceived } from '@carillon/contracts';
import { Suppressions } from '../suppressions/suppressions';
import { Conversations } from './conversations';
import { readWord } from './read-word';

/** Heeds what people write back: STOP and START by any channel, and any message by WhatsApp, which opens a conversation. */
@Injectable()
export class ReceiveMessage {
  constructor(
    private readonly suppressions: Suppressions,
    private readonly conversations: Conversations,
  ) {}

  async execute({ userId, channel, address, sender, body, at, providerId }: MessageReceived): Promise<void> {
    const person = { userId, channel, address };
    const heardAt = new Date(at);
    const word = readWord(body);
    if (word === 'STOP') {
      const stopped = { type: 'caused', reason: 'STOPPED', sender, at: heardAt, word: providerId } as const;
      await this.suppressions.hear(person, { ...stopped, source: `message ${providerId}` });
    }
    if (word === 'START') {
      await this.suppressions.hear(person, { type: 'restarted', at: heardAt, word: providerId });
    }
    if (channel === 'WHATSAPP') await this.conversations.note(userId, address, heardAt);
  }
}
