/**
 * The share of arrivals that must wait because all servers are busy, by Erlang's C formula (M/M/c: random arrivals
 * and service times). `load` is arrivals per second multiplied by the seconds of service. Returns 1 if the servers
 * cannot keep up.
 */
export function partWaiting(servers: number, load: number): number {
  if (load >= servers) return 1;
  // Compute Erlang's B formula recursively, which does not overflow.
  let blocked = 1;
  for (let n = 1; n <= servers; n++) blocked = (load * blocked) / (n + load * blocked);
  return blocked / (1 - (load / servers) * (1 - blocked));
}

/** The mean waiting time of an arrival (seconds), or Infinity if the servers cannot keep up. */
export function meanWait(servers: number, load: number, serviceSeconds: number): number {
  if (load >= servers) return Infinity;
  return (partWaiting(servers, load) * serviceSeconds) / (servers - load);
}
