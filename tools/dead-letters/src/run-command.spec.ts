import type { QueueName } from '@carillon/contracts';
import type { DeadMessage, Selection } from '@carillon/messaging';
import { parseCommand } from './parse-command';
import { runCommand } from './run-command';

const message: DeadMessage = {
  id: '65f000000000000000000001',
  queue: 'account.events',
  event: 'api-key.used',
  occurredAt: '2026-03-01T10:00:00.000Z',
  diedAt: '2026-03-01T10:06:11.000Z',
  requestId: null,
  sender: 'gateway',
  release: '0.3.0',
  attempts: 5,
  code: 'internal',
  detail: 'bug',
  payload: { uses: [] },
};

function run(command: string, { answer = null as boolean | null, count = 2 } = {}) {
  const changes: [string, QueueName, Selection][] = [];
  const questions: string[] = [];
  let printed = '';
  const change = (action: string) => (queue: QueueName, selection: Selection) => {
    changes.push([action, queue, selection]);
    return Promise.resolve(count);
  };
  const letters = {
    list: () => Promise.resolve([{ queue: 'account.events' as const, count }]),
    show: () => Promise.resolve(count === 0 ? [] : [message]),
    replay: change('replay'),
    drop: change('drop'),
  };
  const terminal = {
    print: (text: string) => void (printed += text),
    confirm: (question: string) => {
      questions.push(question);
      return Promise.resolve(answer);
    },
  };
  return runCommand(parseCommand(command.split(' ')), letters, terminal).then((code) => ({
    code,
    printed,
    changes,
    questions,
  }));
}

describe('npm run dead-letters', () => {
  it('lists the counts', async () => {
    expect((await run('list')).printed).toBe('account.events          2\n');
    expect(JSON.parse((await run('list --json')).printed)).toEqual([{ queue: 'account.events', count: 2 }]);
  });

  it('shows a message and why it died', async () => {
    const { printed } = await run('show account.events');
    expect(printed).toContain('api-key.used  65f000000000000000000001');
    expect(printed).toContain('internal: bug');
    expect(printed).toContain('sent by   gateway 0.3.0');
    expect((await run('show account.events', { count: 0 })).printed).toContain('no dead messages');
  });

  it('replays and reports the count', async () => {
    const { printed, changes, code } = await run('replay account.events --limit 5');
    expect(printed).toBe('2 dead messages replayed into account.events\n');
    expect(changes).toEqual([['replay', 'account.events', { limit: 5 }]]);
    expect(code).toBe(0);
  });

  it('asks before it drops, with the count', async () => {
    const { printed, questions } = await run('drop account.events --limit 1', { answer: true, count: 1 });
    expect(questions).toEqual(['Throw away 1 of 1 dead message of account.events for good? [y/N] ']);
    expect(printed).toBe('1 dead message of account.events dropped\n');
  });

  it.each([
    ['gets the answer no', false],
    ['cannot ask', null],
  ])('drops nothing if it %s', async (_case, answer) => {
    const { code, changes } = await run('drop account.events', { answer });
    expect(changes).toEqual([]);
    expect(code).toBe(1);
  });

  it('does not ask with --yes', async () => {
    const { questions, changes } = await run('drop account.events --yes');
    expect(questions).toEqual([]);
    expect(changes).toHaveLength(1);
  });

  it('fails when the requested message does not exist', async () => {
    expect((await run('replay account.events --id nope', { count: 0 })).code).toBe(1);
  });
});
