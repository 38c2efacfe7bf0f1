/** A fake of a worker's main.ts as the isolated process: acts according to the address. */
if (process.argv[2] !== 'isolated') process.exit(1);

const answers = {
  'kill@example.org': () => process.kill(process.pid, 'SIGKILL'),
  'hang@example.org': () => undefined,
  'heap@example.org': () => {
    const kept = [];
    for (;;) kept.push(new Array(100_000).fill(kept.length));
  },
};

process.on('disconnect', () => process.exit(0));
let isReady = true;
const ready = () => {
  isReady = true;
  process.send('ready');
};

process.on('message', ({ recipient }) => {
  const answer = answers[recipient.address];
  if (answer) return answer();
  process.send({ kind: 'sent', providerId: isReady ? `${process.pid}` : 'too early' });
  isReady = false;
  if (recipient.address === 'slow-to-end@example.org') setTimeout(ready, 300);
  else ready();
});
process.send('ready');
