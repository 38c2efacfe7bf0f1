import type { Command, CommandUnknownOpts } from '@commander-js/extra-typings';
import { oneOf, verb } from './words';
import type { World } from './world';

export function printCompletion(program: Command, { stdout }: World): void {
  verb(program, 'completion', 'prints a completion script for the shell', 'bash >> ~/.bashrc')
    .argument('<shell>', 'bash or zsh', oneOf('bash', 'zsh'))
    .action((shell) => void stdout.write(completionScript(program, shell)));
}

/**
 * A completion script for bash, and for zsh through its emulation of bash. The script contains all words, so completion
 * does not run the command.
 */
function completionScript(program: Command, shell: 'bash' | 'zsh'): string {
  const cases = places(program, '').map(([path, words]) => `    '${path}') echo '${words.join(' ')}' ;;`);
  return `${shell === 'zsh' ? 'autoload -U +X compinit bashcompinit && compinit -u && bashcompinit\n' : ''}_carillon_words() {
  case "$1" in
${cases.join('\n')}
    *) return 1 ;;
  esac
}
_carillon() {
  local current="\${COMP_WORDS[COMP_CWORD]}" place='' word i
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    if _carillon_words "\${place:+$place }$word" >/dev/null; then place="\${place:+$place }$word"; fi
  done
  COMPREPLY=($(compgen -W "$(_carillon_words "$place")" -- "$current"))
}
complete -o default -F _carillon carillon
`;
}

/** Returns each command with its possible next words. */
function places(command: CommandUnknownOpts, path: string): [string, string[]][] {
  const words = [
    ...command.commands.map((inner) => inner.name()),
    ...command.options.flatMap(({ long }) => (long ? [long] : [])),
  ];
  const inside = command.commands.flatMap((inner) => places(inner, `${path} ${inner.name()}`.trim()));
  return [[path, words], ...inside];
}
