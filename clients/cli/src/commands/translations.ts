import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Schemas } from '../api/api';
import { UsageError } from '../failures';
import type { Session } from '../session';
import { ID, pair, verb } from '../words';
import { messageTextsOf, removing, sourceFieldsOf, sourceOptions } from './drafts';

/** The values of `--without`, each with its API field. */
const fields = {
  subject: 'subject',
  preheader: 'preheader',
  email: 'emailMessage',
  design: 'emailDesign',
  mjml: 'emailMjml',
  whatsapp: 'whatsappMessage',
  sms: 'smsMessage',
  template: 'whatsappTemplate',
} as const;

export const LANGUAGE =
  'language of the translation, such as de or pt-BR; "default" for the texts for everyone';

/** The field of a request that selects a translation. */
export function translationOf(language: string | undefined): { translation?: string | null } {
  if (language === undefined) return {};
  return { translation: language === 'default' ? null : language };
}

/** Adds a translation to a draft, changes it, or removes it. */
export function translateCampaign(noun: CommandUnknownOpts, { user, world, output }: Session): void {
  verb(
    noun,
    'translate',
    'changes the texts for people who read another language',
    `${ID} de --subject Frühlingskonzert --email-file konzert.html`,
    `${ID} de --without sms`,
    `${ID} de --remove`,
  )
    .argument('<campaign>', 'campaign ID')
    .argument('<language>', 'language, such as de or pt-BR')
    .option('--subject <text>', 'email subject')
    .option('--preheader <text>', 'preview text that email clients show beside the subject')
    .option('--email <text>', 'HTML of the email')
    .option('--email-file <file>', 'the same from a file; - for standard input')
    .addOption(sourceOptions.designFile)
    .addOption(sourceOptions.layout)
    .addOption(sourceOptions.mjmlFile)
    .option('--whatsapp <text>', 'WhatsApp message')
    .option('--whatsapp-file <file>', 'the same from a file; - for standard input')
    .option('--sms <text>', 'SMS')
    .option('--sms-file <file>', 'the same from a file; - for standard input')
    .option('--template <id>', 'HX… or order_update:en_US, a template that WhatsApp has approved')
    .option('--variable <name=value>', 'a variable of the template; can be repeated', pair)
    .option(
      '--without <text>',
      `removes ${Object.keys(fields).join(', ')}, so that people get the text for everyone; can be repeated`,
      removing(fields),
    )
    .option('--remove', 'removes the translation')
    .action(async (id, language, { remove, without: gone, subject, preheader, ...given }) => {
      const { designFile, layout, mjmlFile, ...texts } = given;
      const path = { id };
      const current = async () =>
        (await user.get('/campaigns/{id}', { path })).translations?.[language]?.emailDesign;
      const made = { designFile, layout, mjmlFile };
      const { emailDesign, emailMjml } = await sourceFieldsOf(made, world, current);
      const changes = {
        subject,
        preheader,
        emailDesign,
        emailMjml,
        ...(await messageTextsOf(texts, world)),
        ...gone,
      };
      const isChange = Object.values(changes).some((value) => value !== undefined);
      if ((remove ?? false) === isChange) throw new UsageError('Use either --remove or texts to change');
      const body = { translations: { [language]: remove ? null : changes } } as Schemas['UpdateCampaign'];
      await output.one(await user.patch('/campaigns/{id}', { path, body }));
    });
}
