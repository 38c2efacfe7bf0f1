import { UsageError, parseCommand } from './parse-command';

describe('the arguments of npm run dead-letters', () => {
  it.each([
    ['list', { action: 'list', json: false }],
    ['list --json', { action: 'list', json: true }],
    ['show account.events', { action: 'show', queue: 'account.events', limit: 20, json: false }],
    [
      'show account.events.dead --limit 3',
      { action: 'show', queue: 'account.events', limit: 3, json: false },
    ],
    [
      'replay dispatcher.settlements --id x1',
      {
        action: 'replay',
        queue: 'dispatcher.settlements',
        selection: { id: 'x1' },
        confirmed: false,
        json: false,
      },
    ],
    [
      'drop campaign.events --yes --json',
      {
        action: 'drop',
        queue: 'campaign.events',
        selection: { limit: Infinity },
        confirmed: true,
        json: true,
      },
    ],
  ])('%s is accepted', (command, expected) => {
    expect(parseCommand(command.split(' '))).toEqual(expected);
  });

  it.each([
    ['bury account.events', 'Unknown command: bury'],
    ['show', 'The queue is missing'],
    ['show deliveries.email', 'Unknown queue deliveries.email'],
    ['show account.events --limit 0', '--limit must be an integer above 0, not 0'],
    ['drop account.events --limit 1 --id x', 'Use either --limit or --id'],
    ['list account.events', 'The command list has no queue argument'],
    ['list --all', "Unknown option '--all'"],
    ['replay account.events now', 'Too many arguments: now'],
  ])('%s is refused', (command, why) => {
    expect(() => parseCommand(command.split(' '))).toThrow(UsageError);
    expect(() => parseCommand(command.split(' '))).toThrow(why);
  });
});
