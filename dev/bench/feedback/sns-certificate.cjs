/**
 * Loaded before a service starts. Makes the service read the certificate of Amazon SNS from the file that
 * BENCH_SNS_CERTIFICATE names.
 */
const { readFileSync } = require('node:fs');

const real = globalThis.fetch;

globalThis.fetch = (url, init) =>
  String(url).includes('amazonaws.com')
    ? Promise.resolve(new Response(readFileSync(process.env.BENCH_SNS_CERTIFICATE)))
    : real(url, init);
