import type { DeadLetters, DeadMessage, Selection } from '@carillon/messaging';
import type { DeadCommand } from './parse-command';

/** The input and output that a command needs. */
export interface Terminal {
  print(text: string): void;
  /** Asks a yes-or-no question. Null if there is no terminal. */
  confirm(question: string): Promise<boolean | null>;
}

type Letters = Pick<DeadLetters, 'list' | 'show' | 'replay' | 'drop'>;
type Changing = Extract<DeadCommand, { action: 'replay' | 'drop' }>;

/** Runs one command and returns the exit code. */
export async function runCommand(
  command: DeadCommand,
  letters: Letters,
  terminal: Terminal,
): Promise<number> {
  if (command.action === 'list') {
    const counts = await letters.list();
    terminal.print(
      command.json
        ? json(counts)
        : counts.map(({ queue, count }) => `${queue.padEnd(24)}${count}\n`).join(''),
    );
    return 0;
  }
  if (command.action === 'show') {
    const messages = await letters.show(command.queue, command.limit);
    terminal.print(
      command.json
        ? json(messages)
        : messages.map(described).join('\n') || `${command.queue} has no dead messages\n`,
    );
    return 0;
  }
  if (command.action === 'drop' && !command.confirmed) {
    const refusal = await refused(command, letters, terminal);
    if (refusal !== null) {
      terminal.print(`${refusal}\n`);
      return 1;
    }
  }
  return change(command, letters, terminal);
}

async function change(command: Changing, letters: Letters, terminal: Terminal): Promise<number> {
  const { action, queue, selection } = command;
  const count = await letters[action](queue, selection);
  const done = action === 'replay' ? `replayed into ${queue}` : `of ${queue} dropped`;
  terminal.print(command.json ? json({ action, queue, count }) : `${messages(count)} ${done}\n`);
  return count === 0 && 'id' in selection ? 1 : 0;
}

/** Returns the reason why nothing is dropped, or null to continue. */
async function refused(command: Changing, letters: Letters, terminal: Terminal): Promise<string | null> {
  const counts = await letters.list();
  const there = counts.find(({ queue }) => queue === command.queue)?.count ?? 0;
  const question = `Throw away ${howMany(command.selection, there)} of ${command.queue} for good? [y/N] `;
  const answer = await terminal.confirm(question);
  if (answer === null) return 'Nothing dropped. Without a terminal, use --yes to confirm.';
  return answer ? null : 'Nothing dropped';
}

function howMany(selection: Selection, there: number): string {
  if ('id' in selection) return `message ${selection.id}`;
  return `${Math.min(selection.limit, there)} of ${messages(there)}`;
}

function messages(count: number): string {
  return count === 1 ? '1 dead message' : `${count} dead messages`;
}

function described(message: DeadMessage): string {
  const { id, event, attempts, code, detail, diedAt, occurredAt, requestId, payload } = message;
  const { sender, release } = message;
  const facts = [
    `${event}  ${id}`,
    `  why       ${code}: ${detail}`,
    `  tries     ${attempts ?? 'unknown'}`,
    `  happened  ${occurredAt ?? 'unknown'}`,
    `  died      ${diedAt ?? 'unknown'}`,
    `  sent by   ${sender ?? 'unknown'} ${release ?? '(unknown release)'}`,
    ...(requestId === null ? [] : [`  request   ${requestId}`]),
    `  payload   ${JSON.stringify(payload)}`,
  ];
  return `${facts.join('\n')}\n`;
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
