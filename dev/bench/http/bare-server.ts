import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Body, Controller, Get, Module, type NestApplicationOptions, Post, type Type } from '@nestjs/common';
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

/**
 * Nest on Fastify with one trivial route in a separate process: the upper bound for anything built on Nest and
 * Fastify.
 */
export class BareServer {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  static async start(): Promise<BareServer> {
    const { child, message } = await startRole(BARE_ROLE);
    return new BareServer(child, message);
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  stop(): void {
    this.child.kill();
  }
}

/** Starts a process of this program in another role. Resolves with the process's message when it is ready. */
export async function startRole(...args: string[]): Promise<{ child: ChildProcess; message: string }> {
  const child = fork(process.argv[1] ?? '', args);
  const [message] = (await once(child, 'message')) as [string];
  return { child, message };
}

/** The main function of the separate process. */
export function serveBare(): Promise<void> {
  return serve(BareModule);
}

/**
 * Serves a module with Nest on Fastify with default settings until the parent process ends. Sends the server's URL to
 * the parent process.
 */
export async function serve(module: Type): Promise<void> {
  const options: Pick<NestApplicationOptions, 'logger'> = { logger: false };
  const app = await NestFactory.create<NestFastifyApplication>(module, new FastifyAdapter(), options);
  await app.listen(0, '127.0.0.1');
  process.send?.(await app.getUrl());
  process.once('disconnect', () => process.exit());
}
