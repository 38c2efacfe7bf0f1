import { messagesIn } from './traffic';

const page = `
# TYPE carillon_messages_published_total counter
carillon_messages_published_total{message="batch.settled",result="stored",service="email-worker"} 7
carillon_messages_published_total{message="worker.heartbeat",result="stored",service="email-worker"} 3
carillon_requests_total{owner="dispatcher",result="answered",service="email-worker"} 5
carillon_messages_handled_total{message="batch.settled",result="done",service="dispatcher"} 100
`;

it('counts events once, and a command with its response', () => {
  expect(messagesIn(page)).toBe(7 + 3 + 2 * 5);
});

it('counts nothing without messages', () => {
  expect(messagesIn('')).toBe(0);
});
