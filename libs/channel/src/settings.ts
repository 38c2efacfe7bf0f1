import { hostname } from 'node:os';
import { type TInteger, type TOptional, type TString, Type } from '@sinclair/typebox';
import { type Channel, type Service, channelRow, newId } from '@carillon/contracts';
import { secret } from '@carillon/platform';

/** Token of a worker's ChannelSettings. */
export const CHANNEL_SETTINGS = Symbol('channel settings');

/** The configuration of a worker. */
export interface WorkerSettings {
  /** The number of leases that are active at the same time. */
  leases: number;
  /** The number of concurrent sends of one lease. */
  concurrency: number;
  /** How often outcomes are reported (milliseconds). */
  settleEveryMs: number;
  /** How long a provider may take to respond (milliseconds); absent: a default of the channel. */
  sendTimeoutMs?: number | undefined;
  /** How long sends may finish on shutdown (milliseconds); absent: a default of the channel. */
  finishMs?: number | undefined;
  /** The key ring that opens the credentials of senders, as libs/vault reads it. */
  vaultKeys: string;
}

/** The properties of a worker that the shared code needs. */
export interface ChannelSettings extends WorkerSettings {
  channel: Channel;
}

/** Variables that every worker reads; `leases` is named by its channel. */
export const workerVariables: {
  VAULT_KEYS: TString;
  SETTLE_EVERY_MS: TInteger;
  SEND_TIMEOUT_MS: TOptional<TInteger>;
  FINISH_MS: TOptional<TInteger>;
  PROVIDER_API_URL: TOptional<TString>;
} = {
  VAULT_KEYS: secret(Type.String({ description: 'the key ring that decrypts the credentials of senders' })),
  SETTLE_EVERY_MS: Type.Integer({
    default: 100,
    minimum: 100,
    maximum: 1_000,
    description: 'how often outcomes are reported (milliseconds)',
  }),
  SEND_TIMEOUT_MS: Type.Optional(
    Type.Integer({
      minimum: 1_000,
      maximum: 60_000,
      description: 'the time limit for a response of a provider (milliseconds)',
    }),
  ),
  FINISH_MS: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 23_000,
      description: 'the time limit for messages in progress when the worker shuts down (milliseconds)',
    }),
  ),
  PROVIDER_API_URL: Type.Optional(
    Type.String({
      pattern: '^https?://[A-Za-z0-9.:\\[\\]-]+(?:/[A-Za-z0-9._~/-]*)?$',
      description:
        "the server that gets requests instead of the providers' own servers, such as the sandbox; the name of the provider in lower case is added to its path; Twilio has its own variable",
    }),
  ),
};

export function concurrencyVariable(channel: Channel): TInteger {
  return Type.Integer({
    default: channelRow(channel).concurrency,
    minimum: 1,
    maximum: 100,
    description: 'messages of one batch that a worker process sends at the same time',
  });
}

export function leasesVariable(channel: Channel): TInteger {
  return Type.Integer({
    default: channelRow(channel).leases,
    minimum: 1,
    maximum: 100,
    description: 'batches that one worker process sends at the same time',
  });
}

/** Token of the name under which this process holds leases. */
export const HOLDER = Symbol('holder');

/** Returns a name that is unique to the process and identifies its host. */
export function nameHolder(service: Service): string {
  return `${service}@${hostname()}/${process.pid}/${newId()}`;
}
