import { type Payload, newId } from '@carillon/contracts';
import { Controller, Inject, Module } from '@nestjs/common';
import { NestApplicationContextOptions } from '@nestjs/common/interfaces/nest-application-context-options.interface.js';
import { NestFactory } from '@nestjs/core';
import { type TestBroker, testBroker } from '@carillon/testing';
import { MessagingServer, Messenger, OnEvent } from '@carillon/messaging';
import { RawBroker } from './raw-broker';
import { keyUsed } from './samples';
import { Gate, Seen } from './seen';
import { TestProcess } from './test-process';

const QUEUE = 'account.events';
const taken = new Seen<string>();
const gate = new Gate();

@Controller()
class Keys {
  constructor(@Inject(Messenger) private readonly messenger: Messenger) {}

  @OnEvent('api-key.used')
  async used({ uses }: Payload<'api-key.used'>): Promise<void> {
    await taken.add(uses[0]?.keyId ?? '');
    await gate.opened;
    await this.messenger.publish('campaign.completed', {
      campaignId: newId(),
      run: 1,
      finishedAt: '2026-03-01T10:00:00.000Z',
    });
  }
}

describe('a Nest application after SIGTERM', () => {
  let broker: TestBroker;
  let raw: RawBroker;
  beforeAll(async () => {
    broker = await testBroker();
    raw = await RawBroker.connect(broker.amqpUrl);
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await raw.close();
    await broker.remove();
  });

  it('finishes the messages in flight and loses nothing', async () => {
    const { connection, messenger } = await TestProcess.start(broker.amqpUrl, 'account');
    const strategy = new MessagingServer({
      connection,
      service: 'account',
      consumes: [QUEUE],
      partial: true,
    });
    @Module({ controllers: [Keys], providers: [{ provide: Messenger, useValue: messenger }] })
    class Account {}
    const options = Object.assign(new NestApplicationContextOptions(), { strategy, logger: false as const });
    const app = await NestFactory.createMicroservice(Account, options);
    app.enableShutdownHooks(['SIGTERM']);
    await app.listen();
    await Promise.all(Array.from({ length: 20 }, () => messenger.publish('api-key.used', keyUsed())));
    await taken.count(8);

    // Nest ends the process by sending itself the signal again, after all hooks.
    const ended = new Promise<void>((resolve) => {
      jest.spyOn(process, 'kill').mockImplementation(() => {
        resolve();
        return true;
      });
    });
    process.emit('SIGTERM');
    gate.open();
    await ended;
    await connection.close();

    await raw.counted('campaign.events', taken.items.length);
    await raw.counted(QUEUE, 20 - taken.items.length);
  });
});
