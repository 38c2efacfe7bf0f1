import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Logger } from 'pino';
import { AdminServer } from './admin/admin-server';
import { pretendApis } from './apis/pretend-apis';
import { PretendPhones } from './apis/pretend-phones';
import { type Config } from './config';
import { ReceiveMail } from './email/receive-mail';
import { PretendEndpoint } from './endpoint/pretend-endpoint';
import { InboxServer } from './inbox/inbox-server';
import { MessageStore } from './messages/message-store';
import { Consents } from './twilio/consents';
import { PretendTwilio } from './twilio/pretend-twilio';

/** A running sandbox and its ports. */
export interface Sandbox {
  readonly store: MessageStore;
  readonly smtpPort: number;
  readonly twilioPort: number;
  readonly inboxPort: number;
  readonly adminPort: number;
  /** Stops accepting messages, finishes and stores the messages in flight, and closes within about two seconds. */
  stop(): Promise<void>;
}

/** Starts the sandbox, and resolves when it is ready. Binds the ports before it opens the files. */
export async function startSandbox(config: Config, log: Logger): Promise<Sandbox> {
  const admin = new AdminServer({ host: config.adminHost, port: config.adminPort });
  const adminPort = await admin.listen();
  const { dataDir: directory, keepMessages, keepBytes } = config;
  const store = new MessageStore({ directory, keepMessages, keepBytes });
  if (store.wasDamaged) log.warn({ directory }, 'The messages could not be read and were set aside');
  const { host, maxMessageBytes, slowMs } = config;
  const mail = new ReceiveMail(store, { host, port: config.smtpPort, maxMessageBytes, slowMs }, log);
  const smtpPort = await mail.listen();
  const twilio = pretendTwilio(store, config, log);
  const twilioPort = await twilio.listen();
  const settings = { host, port: config.inboxPort, names: config.inboxHosts, pages: pagesFolder() };
  const endpoint = new PretendEndpoint(store, slowMs);
  const inbox = new InboxServer({ store, twilio, endpoint, smtpPort, twilioPort }, settings, log);
  const inboxPort = await inbox.listen();
  admin.watch(store, twilio.fake.callbacks);
  const stop = async (): Promise<void> => {
    admin.drain();
    await Promise.all([mail.close(), twilio.close(), inbox.close()]);
    store.close();
    await admin.close();
  };
  return { store, smtpPort, twilioPort, inboxPort, adminPort, stop };
}

function pretendTwilio(store: MessageStore, config: Config, log: Logger): PretendTwilio {
  const { host, twilioPort: port, twilioAccounts: accounts, slowMs, callbackStepMs, callbackVia } = config;
  const consents = new Consents();
  const phones = new PretendPhones(store, consents, config);
  const apis = { ...pretendApis(store, config), ...phones.apis };
  const settings = { host, port, accounts, apis, slowMs, callbackStepMs, callbackVia };
  return new PretendTwilio(store, { consents, phones }, settings, log);
}

/** The build copies the folder next to the bundle. Tests use the folder next to the sources. */
function pagesFolder(): string {
  const folder = [join(__dirname, 'pages'), join(__dirname, '../pages')].find((each) => existsSync(each));
  if (folder === undefined) throw new Error('The page files in pages/ are missing');
  return folder;
}
