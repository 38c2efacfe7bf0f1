import { AppError, type Payload, type Reply, newId } from '@carillon/contracts';
import { type TestBroker, testBroker } from '@carillon/testing';
import { Command, type MessageContext, MessagingServer, OnBroadcast, OnEvent } from '@carillon/messaging';
import { type CallHandler, Controller, type NestInterceptor, UseInterceptors } from '@nestjs/common';
import { NestApplicationContextOptions } from '@nestjs/common/interfaces/nest-application-context-options.interface.js';
import { Test } from '@nestjs/testing';
import { type Observable, map } from 'rxjs';
import { keyUsed, user } from './samples';
import { Seen } from './seen';
import { TestProcess } from './test-process';

const seen = new Seen<unknown>();

class Renames implements NestInterceptor {
  intercept(_context: unknown, next: CallHandler<Reply<'user.get'>>): Observable<Reply<'user.get'>> {
    return next.handle().pipe(map((found) => ({ ...found, name: 'Renamed' })));
  }
}

@Controller()
class Users {
  @Command('user.get')
  @UseInterceptors(Renames)
  get({ id }: Payload<'user.get'>): Promise<Reply<'user.get'>> {
    return Promise.resolve(user(id));
  }

  @Command('user.update')
  @UseInterceptors(Renames)
  update({ id }: Payload<'user.update'>): Promise<Reply<'user.update'>> {
    return Promise.reject(new AppError('user_not_found', `No ${id}`));
  }

  @OnEvent('api-key.used')
  used(_event: Payload<'api-key.used'>, { attempt }: MessageContext): Promise<void> {
    void seen.add(attempt);
    return attempt === 1 ? Promise.reject(new Error('not yet')) : Promise.resolve();
  }

  @OnBroadcast('access.changed')
  first(): void {
    void seen.add('first');
  }
}

@Controller()
class Others {
  @OnBroadcast('access.changed')
  second(): void {
    void seen.add('second');
  }
}

describe('handlers of Nest controllers', () => {
  let broker: TestBroker;
  let caller: TestProcess;
  let stop: () => Promise<void>;

  beforeAll(async () => {
    broker = await testBroker();
    caller = await TestProcess.start(broker.amqpUrl, 'gateway');
    const server = new MessagingServer({
      connection: caller.connection,
      service: 'account',
      consumes: ['account.events'],
      partial: true,
    });
    const testing = await Test.createTestingModule({ controllers: [Users, Others] }).compile();
    const options = Object.assign(new NestApplicationContextOptions(), { strategy: server });
    const app = testing.createNestMicroservice(options);
    await app.listen();
    stop = () => app.close();
  });
  beforeEach(() => {
    seen.items.length = 0;
  });
  afterAll(async () => {
    await stop();
    await caller.stop();
    await broker.remove();
  });

  it('handle commands through interceptors', async () => {
    const reply = await caller.messenger.request('user.get', { id: newId() });
    expect(reply.name).toBe('Renamed');
  });

  it('throw AppErrors that reach the caller unchanged', async () => {
    const id = newId();
    const by = { role: 'operator' as const, keyId: newId() };
    await expect(caller.messenger.request('user.update', { by, id })).rejects.toMatchObject({
      code: 'user_not_found',
      detail: `No ${id}`,
    });
  });

  it('are retried when they throw for an event', async () => {
    await caller.messenger.publish('api-key.used', keyUsed());
    expect(await seen.count(2)).toEqual([1, 2]);
  });

  it('receive a broadcast in every controller that handles it', async () => {
    await caller.messenger.broadcast('access.changed', { userId: newId() });
    expect([...(await seen.count(2))].sort()).toEqual(['first', 'second']);
  });

  it('are rejected if two handle one command', () => {
    const server = new MessagingServer({ connection: caller.connection, service: 'account' });
    server.addHandler('user.get', () => Promise.resolve(null));
    expect(() => server.addHandler('user.get', () => Promise.resolve(null))).toThrow(
      'user.get has two handlers',
    );
  });
});
