import { type IncomingMessage, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Message {
  chat_id: string;
  text: string;
}

/** Replaces Telegram's servers: accepts messages of one bot and refuses unknown chats. */
export class BotApi {
  readonly messages: Message[] = [];

  private constructor(private readonly server: Server) {}

  static async start(token: string, unknownChat: string): Promise<BotApi> {
    const server = createServer((request, response) => {
      void read(request).then((message) => {
        const method = request.url?.startsWith(`/bot${token}/`) ? request.url.split('/').at(-1) : undefined;
        const isSent = method === 'sendMessage' && message.chat_id !== unknownChat;
        const isKnown = isSent || method === 'getMe';
        if (isSent) api.messages.push(message);
        response.writeHead(isKnown ? 200 : 400, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ ok: isKnown, result: { message_id: api.messages.length } }));
      });
    });
    const api = new BotApi(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return api;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

async function read(request: IncomingMessage): Promise<Message> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as Message;
}
