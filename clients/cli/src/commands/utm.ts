import { type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { UsageError } from '../failures';
import type { Session } from '../session';
import { oneOf, verb } from '../words';

const onOff = oneOf('on', 'off');

/** The options for the UTM parameters of a campaign or a template. */
export const utmOptions = {
  utm: new Option(
    '--utm <on|off>',
    'adds UTM parameters to the links of the email, or not; the default is the setting of the account',
  ).argParser(onOff),
  source: new Option('--utm-source <text>', 'value of utm_source; the default is that of the account'),
  medium: new Option('--utm-medium <text>', 'value of utm_medium; the default is that of the account'),
  campaign: new Option('--utm-campaign <text>', 'value of utm_campaign; the default is that of the account'),
};

type Given = Partial<Record<'utmSource' | 'utmMedium' | 'utmCampaign', string | undefined>> & {
  utm?: 'on' | 'off' | undefined;
};

/** Undefined: no option is given. @throws UsageError */
export function utmOf({ utm, utmSource: source, utmMedium: medium, utmCampaign: campaign }: Given) {
  const values = { source, medium, campaign };
  const hasValues = Object.values(values).some((value) => value !== undefined);
  if (utm === 'off' && hasValues) throw new UsageError('--utm off takes no values');
  return utm === undefined && !hasValues ? undefined : { isOn: utm !== 'off', ...values };
}

/** Shows and changes the UTM parameters of the account. */
export function utm(program: CommandUnknownOpts, { user, output }: Session): void {
  verb(
    program,
    'utm',
    'shows or changes the UTM parameters that are added to links in emails',
    '',
    '--turn on --source newsletter --medium email',
    '--campaign none',
  )
    .option('--turn <on|off>', 'adds the parameters to campaigns without their own, or not', onOff)
    .option('--source <text>', 'value of utm_source')
    .option('--medium <text>', 'value of utm_medium')
    .option('--campaign <text>', 'value of utm_campaign; none: the name of each campaign')
    .action(async ({ turn, source, medium, campaign }) => {
      const body = {
        ...(turn !== undefined && { isOn: turn === 'on' }),
        ...(source !== undefined && { source }),
        ...(medium !== undefined && { medium }),
        ...(campaign !== undefined && { campaign: campaign === 'none' ? null : campaign }),
      };
      const isChange = Object.keys(body).length > 0;
      await output.one(
        isChange ? await user.patch('/account/utm', { body }) : await user.get('/account/utm'),
      );
    });
}
