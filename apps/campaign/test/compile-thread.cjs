/** A fake of the thread that compiles emails: follows the instructions in the HTML. */
const { parentPort, threadId } = require('node:worker_threads');

const behaviors = {
  complex: () => ({ tooComplex: 'too many of these' }),
  failure: () => ({ failure: 'a bug' }),
  hang: () => {
    for (;;);
  },
  heap: () => {
    for (const all = []; ;) all.push(new Array(100_000).fill(all.length));
  },
  wait: () => null,
  exit: () => process.exit(3),
  throw: () => {
    throw new Error('a bug');
  },
};

parentPort.on('message', ({ html }) => {
  const answer = (behaviors[html] ?? compiled)();
  if (answer) parentPort.postMessage(answer);
});
parentPort.postMessage('ready');

function compiled() {
  return { done: { html: [String(threadId), { footer: '' }], text: [], links: [] } };
}
