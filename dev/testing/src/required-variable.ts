/** Returns a variable that the global setup of the integration tests sets. */
export function required(name: 'AMQP_URL' | 'AMQP_MANAGEMENT_URL' | 'MONGO_URL'): string {
  const value = process.env[name];
  if (value) return value;
  throw new Error(`${name} is not set: only *.integration.ts files have a broker and a database`);
}
