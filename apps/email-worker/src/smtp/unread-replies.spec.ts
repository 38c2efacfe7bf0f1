import { Socket } from 'node:net';
import { UnreadReplies } from './unread-replies';

describe('unread replies', () => {
  const watched = (text: string) => {
    const socket = new Socket();
    const replies = new UnreadReplies(() => socket);
    replies.logger.info();
    socket.emit('data', Buffer.from(text, 'latin1'));
    return replies;
  };

  it.each([
    ['one line', '250 a\r\n', ''],
    ['several lines', '250-a\r\n250-b\r\n250 c\r\n421 d\r\n', '421 d\r\n'],
    ['a line without a carriage return', '250 a\n421 d', '421 d'],
    ['empty lines before it', '\r\n \r\n250 a\r\n\r\n', '\r\n'],
    ['characters beyond ASCII', '250 \u00e4\r\n421 \u00e9', '421 \u00e9'],
    ['no code', 'what\r\n250 a\r\n', '250 a\r\n'],
  ])('are those after the handled one, which has %s', (_, text, left) => {
    const replies = watched(text);
    expect(replies.unread).toBe(text);
    replies.logger.debug({ tnx: 'client' });
    replies.logger.debug({ tnx: 'server' });
    expect(replies.unread).toBe(left);
  });

  it('are found in linear time', () => {
    const replies = watched('\n'.repeat(100_000) + '250-\n'.repeat(100_000));
    const began = performance.now();
    replies.logger.debug({ tnx: 'server' });
    expect(performance.now() - began).toBeLessThan(1_000);
  });
});
