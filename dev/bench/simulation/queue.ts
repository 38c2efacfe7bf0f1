/**
 * The part of arrivals that wait where all servers are busy, by Erlang's C formula (M/M/c: arrivals and service times at
 * random). `load` is arrivals per second times seconds of service; 1 if the servers cannot keep up.
 */
export function partWaiting(servers: number, load: number): number {
  if (load >= servers) return 1;
  // Erlang's B formula by its recursion, which does not overflow.
  let blocked = 1;
  for (let n = 1; n <= servers; n++) blocked = (load * blocked) / (n + load * blocked);
  return blocked / (1 - (load / servers) * (1 - blocked));
}

/** The mean time for which an arrival waits (seconds); Infinity if the servers cannot keep up. */
export function meanWait(servers: number, load: number, serviceSeconds: number): number {
  if (load >= servers) return Infinity;
  return (partWaiting(servers, load) * serviceSeconds) / (servers - load);
}
