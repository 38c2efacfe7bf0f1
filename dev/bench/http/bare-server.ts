import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Body, Controller, Get, Module, type NestApplicationOptions, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';

export const BARE_ROLE = '--bare';

@Controller()
class BareController {
  @Get()
  get() {
    return { data: { bare: true } };
  }

  @Post()
  post(@Body() body: unknown) {
    return { data: body };
  }
}

@Module({ controllers: [BareController] })
class BareModule {}

/** Nest on Fastify with one trivial route, in a process of its own: the upper bound for anything built on them. */
export class BareServer {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  static async start(): Promise<BareServer> {
    const child = fork(process.argv[1] ?? '', [BARE_ROLE]);
    const [url] = (await once(child, 'message')) as [string];
    return new BareServer(child, url);
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  stop(): void {
    this.child.kill();
  }
}

/** The main function of that process. */
export async function serveBare(): Promise<void> {
  const options: Pick<NestApplicationOptions, 'logger'> = { logger: false };
  const app = await NestFactory.create<NestFastifyApplication>(BareModule, new FastifyAdapter(), options);
  await app.listen(0, '127.0.0.1');
  process.send?.(await app.getUrl());
  process.once('disconnect', () => process.exit());
}
