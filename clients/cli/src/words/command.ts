import { Command, type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { wholeNumber } from './values';

export type { CommandUnknownOpts };

/** What is done: `carillon groups create`. Every command shows how it is used. */
export function verb(name: string, description: string, ...examples: string[]) {
  const lines = examples.map((example) => `  carillon ${example}`).join('\n');
  return new Command(name).description(description).addHelpText('after', `\nFor example:\n${lines}`);
}

/** What it is done with: a table of contents. */
export function noun(name: string, description: string, ...verbs: CommandUnknownOpts[]): CommandUnknownOpts {
  const command: CommandUnknownOpts = new Command(name).description(description);
  for (const each of verbs) command.addCommand(each);
  return command;
}

/** The end of a list, for those who do not want all of it. */
export function limitOption() {
  return new Option('--limit <n>', 'so many at most (all)').argParser(wholeNumber);
}

/** For commands that ask before they do what cannot be undone. */
export function yesOption() {
  return new Option('-y, --yes', 'do not ask');
}
