import type { Session } from '../session';
import { type CommandUnknownOpts, verb } from '../words/command';
import { oneOf } from '../words/values';
import { completionScript } from './script';

export const printCompletion = ({ world }: Session, program: CommandUnknownOpts) =>
  verb('completion', 'prints what makes the shell complete its words', 'completion bash >> ~/.bashrc')
    .argument('<shell>', 'bash or zsh', oneOf('bash', 'zsh'))
    .action((shell) => void world.stdout.write(completionScript(program, shell)));
