import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { number, wide } from '../output/columns';
import type { Session } from '../session';
import { ID, nounOf, oneOf, options, verb, wholeNumber } from '../words';
import { WITHOUT, messageFieldsOf, sourceFieldsOf, sourceOptions, withMessages, without } from './drafts';

const kind = oneOf('CAMPAIGN', 'BLOCKS', 'LAYOUT');
const KINDS =
  'campaign: messages of campaigns (default); blocks: blocks of emails; layout: what is around the blocks of emails';

export function templates(program: CommandUnknownOpts, session: Session): void {
  const { user, output, world } = session;
  const noun = nounOf(program, 'templates', 'messages that new campaigns begin with');
  const withTemplate = (command: ReturnType<typeof verb<'draft'>>) =>
    withMessages(command)
      .addOption(sourceOptions.designFile)
      .addOption(sourceOptions.layout)
      .addOption(sourceOptions.mjmlFile)
      .addOption(sourceOptions.attach)
      .addOption(sourceOptions.whatsappMedia)
      .addOption(sourceOptions.smsMedia);
  type Given = ReturnType<ReturnType<typeof withTemplate>['opts']>;
  const fieldsOf = async (
    { designFile, layout, mjmlFile, attach, whatsappMedia, smsMedia, ...messages }: Given,
    current?: Parameters<typeof sourceFieldsOf>[2],
  ) => {
    const made = { designFile, layout, mjmlFile, attach, whatsappMedia, smsMedia };
    return {
      ...(await messageFieldsOf(messages, world)),
      ...(await sourceFieldsOf(made, world, current)),
    };
  };

  verb(noun, 'list', 'lists templates, newest first')
    .option('--kind <kind>', KINDS, kind)
    .option('--search <text>', 'part of the name')
    .addOption(options.limit)
    .action(({ kind: of, search, limit }) =>
      output.list(user.pages('/templates', { query: { kind: of, search } }, limit), [
        '_id',
        wide('name'),
        'channels',
        number('version'),
        'updatedAt',
      ]),
    );

  verb(noun, 'show <template>', 'shows a template', ID, `${ID} --earlier 2`)
    .option('--earlier <version>', 'an earlier version', wholeNumber)
    .action(async (templateId, { earlier: version }) =>
      output.one(
        version === undefined
          ? await user.get('/templates/{templateId}', { path: { templateId } })
          : await user.get('/templates/{templateId}/versions/{version}', {
              path: { templateId, version: String(version) },
            }),
      ),
    );

  verb(noun, 'versions <template>', 'lists the earlier versions of a template, newest first', ID)
    .addOption(options.limit)
    .action((templateId, { limit }) =>
      output.list(user.pages('/templates/{templateId}/versions', { path: { templateId } }, limit), [
        number('version'),
        wide('name'),
        'channels',
        'savedAt',
      ]),
    );

  verb(
    noun,
    'restore <template> <version>',
    'replaces the messages with those of an earlier version',
    `${ID} 2`,
  )
    .option('--if-version <number>', 'rejects the change if the template has another version', wholeNumber)
    .action(async (templateId, version, { ifVersion }) => {
      const path = { templateId, version };
      const body = { ifVersion };
      await output.one(await user.post('/templates/{templateId}/versions/{version}/restore', { path, body }));
    });

  withTemplate(
    verb(
      noun,
      'create',
      'creates a template',
      'Newsletter --mjml-file newsletter.mjml',
      'Footer --kind blocks --design-file footer.json',
      '"Company frame" --kind layout --design-file frame.json',
    ),
  )
    .argument('<name>', 'name of the template, and of new drafts')
    .option('--kind <kind>', KINDS, kind)
    .action(async (name, { kind: of, ...messages }) => {
      const body = { name, kind: of, ...(await fieldsOf(messages)) };
      await output.one(await user.post('/templates', { body }));
    });

  withTemplate(verb(noun, 'update', 'changes a template; campaigns keep their content', `${ID} --sms Hello`))
    .argument('<template>', 'template ID')
    .option('--name <name>', 'name of the template, and of new drafts')
    .option('--without <part>', WITHOUT, without)
    .option('--if-version <number>', 'rejects the change if the template has another version', wholeNumber)
    .action(async (templateId, { name, without: gone, ifVersion, ...messages }) => {
      const path = { templateId };
      const current = async () => (await user.get('/templates/{templateId}', { path })).emailDesign;
      const body = { name, ...(await fieldsOf(messages, current)), ...gone, ifVersion };
      await output.one(await user.patch('/templates/{templateId}', { path, body }));
    });

  verb(noun, 'remove <template>', 'deletes a template; campaigns keep their content', `${ID} -y`)
    .addOption(options.yes)
    .action(async (templateId, { yes }) => {
      await session.confirm(`Delete the template ${templateId}?`, yes);
      await output.removed(
        await user.delete('/templates/{templateId}', { path: { templateId } }),
        'template',
      );
    });

  verb(noun, 'draft <template>', 'creates a draft of a campaign with a template', ID).action(
    async (templateId) =>
      output.one(await user.post('/templates/{templateId}/draft', { path: { templateId } })),
  );
}
