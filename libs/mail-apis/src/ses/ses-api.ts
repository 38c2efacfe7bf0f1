import type { OpenedSender } from '@carillon/channel';
import type { HttpRequest } from '@carillon/http-client';
import type { EncodedMail, MailApi } from '../mail-api';
import { judgeAccount, judgeSes } from './results';
import { signedHeaders } from './signature';

/** https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html, …/API_GetAccount.html */
export const sesApi: MailApi<EncodedMail> = {
  provider: 'SES',
  name: 'Amazon SES',
  baseUrl: ({ settings }) => `https://email.${encodeURIComponent(String(settings.awsRegion))}.amazonaws.com`,
  request: ({ to, message }, sender, base) => {
    const { configurationSet } = sender.settings;
    const body = JSON.stringify({
      Destination: { ToAddresses: [to] },
      Content: { Raw: { Data: Buffer.from(message, 'ascii').toString('base64') } },
      ...(configurationSet !== undefined && { ConfigurationSetName: configurationSet }),
    });
    return signed(sender, 'POST', `${base}/v2/email/outbound-emails`, body);
  },
  judge: judgeSes,
  check: {
    request: (_mail, sender, base) => signed(sender, 'GET', `${base}/v2/email/account`, null),
    judge: judgeAccount,
  },
};

async function signed(
  { settings, secrets }: OpenedSender,
  method: string,
  address: string,
  body: string | null,
): Promise<HttpRequest> {
  const url = new URL(address);
  const account = {
    region: String(settings.awsRegion),
    accessKeyId: String(settings.accessKeyId),
    secretAccessKey: secrets.secretAccessKey ?? '',
  };
  return { method, url, headers: await signedHeaders(account, { method, url, body }), body };
}
