import { type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { UsageError } from '../failures';
import { wide } from '../output/columns';
import type { Session } from '../session';
import { ID, collected, nounOf, options, pair, verb } from '../words';

const LANGUAGES = ['en', 'de'] as const;

const texts = {
  text: 'text above the form',
  button: 'label of the button',
  wording: 'what people agree to',
  requestedUrl: 'page of yours to continue to after the form',
  confirmedUrl: 'page of yours to continue to after the confirmation',
  question: 'questions: the attribute that gets the answer, and the label that people see',
  required: 'a question that people must answer; can be repeated',
};
const language = () => new Option('--language <language>', 'language of the form').choices(LANGUAGES);

export function forms(program: CommandUnknownOpts, session: Session): void {
  const { user, output } = session;
  const noun = nounOf(program, 'forms', 'sign-up forms, by which people subscribe to a group');

  verb(noun, 'list', 'lists all forms')
    .addOption(options.limit)
    .action(({ limit }) =>
      output.list(user.pages('/sign-up-forms', {}, limit), ['_id', wide('name'), wide('title'), wide('url')]),
    );

  verb(noun, 'show <form>', 'shows a form, with its URL and its HTML', ID).action(async (id) =>
    output.one(await user.get('/sign-up-forms/{id}', { path: { id } })),
  );

  verb(
    noun,
    'create <name>',
    'creates a form',
    `Footer --group ${ID} --title "Choir news" --wording "Send me the news of the choir."`,
    `Footer --group ${ID} --title "Choir news" --wording "Send me news." --question firstName="First name" city=City --required city`,
  )
    .requiredOption('--group <group>', 'group that people join')
    .requiredOption('--title <title>', 'title that people see')
    .requiredOption('--wording <text>', texts.wording)
    .addOption(language())
    .option('--text <text>', texts.text)
    .option('--button <label>', texts.button)
    .option('--requested-url <url>', texts.requestedUrl)
    .option('--confirmed-url <url>', texts.confirmedUrl)
    .option('--question <attribute=label...>', texts.question, pair)
    .option('--required <attribute>', texts.required, collected)
    .action(async (name, { question, required, ...fields }) => {
      const body = { name, ...fields, ...questions(question, required) };
      await output.one(await user.post('/sign-up-forms', { body }));
    });

  verb(
    noun,
    'update <form>',
    'changes a form; questions replace all previous ones',
    `${ID} --wording "Send me news once a month."`,
    `${ID} --question firstName="First name" city=City --required city`,
    `${ID} --no-questions`,
  )
    .option('--name <name>', 'name that only members of the account see')
    .option('--group <group>', 'group that people join')
    .option('--title <title>', 'title that people see')
    .option('--wording <text>', texts.wording)
    .addOption(language())
    .option('--text <text>', texts.text)
    .option('--button <label>', texts.button)
    .option('--requested-url <url>', texts.requestedUrl)
    .option('--confirmed-url <url>', texts.confirmedUrl)
    .option('--question <attribute=label...>', texts.question, pair)
    .option('--required <attribute>', texts.required, collected)
    .option('--no-questions', 'removes all questions')
    .action(async (id, { question, required, questions: keepsQuestions, ...changes }) => {
      const fields = keepsQuestions ? questions(question, required) : { fields: [] };
      const body = { ...changes, ...fields };
      await output.one(await user.patch('/sign-up-forms/{id}', { path: { id }, body }));
    });

  verb(noun, 'wordings <form>', 'lists all versions of what people agreed to', ID)
    .addOption(options.limit)
    .action((id, { limit }) =>
      output.list(user.pages('/sign-up-forms/{id}/wordings', { path: { id } }, limit), [
        'version',
        'createdAt',
        wide('text'),
      ]),
    );

  verb(noun, 'remove <form>', 'deletes a form', `${ID} -y`)
    .addOption(options.yes)
    .action(async (id, { yes }) => {
      await session.confirm(`Delete the form ${id}?`, yes);
      await output.removed(await user.delete('/sign-up-forms/{id}', { path: { id } }), 'form');
    });
}

/** The questions of a form in their order. Without questions, nothing. @throws UsageError for an unknown required one */
function questions(
  labels: Record<string, string> = {},
  required: readonly string[] = [],
): { fields?: { attribute: string; label: string; required: boolean }[] } {
  const unknown = required.find((attribute) => !Object.hasOwn(labels, attribute));
  if (unknown !== undefined) throw new UsageError(`--required ${unknown} is not a --question`);
  const fields = Object.entries(labels).map(([attribute, label]) => ({
    ...{ attribute, label, required: required.includes(attribute) },
  }));
  return fields.length > 0 ? { fields } : {};
}
