#!/usr/bin/env node
/**
 * The `carillon` command: `npx carillon` in this checkout, or `carillon` anywhere after `npm link`. It runs the build
 * in this process, with any Node version on the machine.
 */
import { existsSync } from 'node:fs';
import module, { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE = [20, 19];
const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');
const program = join(root, 'dist', 'clients', 'cli', 'main.js');

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1]))
  fail(`Node ${OLDEST_NODE.join('.')} or later is needed; this is ${process.versions.node}.`);
else if (!existsSync(program))
  fail(`There is no build in ${root}: npm start makes one, or npm ci && npm run build.`);
else start();

function start() {
  // The code compiled by Node 22.1 and later is kept in the temporary folder for the next command.
  module.enableCompileCache?.();
  // An import would parse the build once more, to detect its format.
  createRequire(import.meta.url)(program);
}

function fail(message) {
  process.stderr.write(`carillon: ${message}\n`);
  process.exitCode = 2;
}
